"""The seats of a live match: who holds each, what that allows, and how a seat gets another
holder."""
