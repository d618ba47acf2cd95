"""A game that somebody writes: each saved change is looked at, checked and shown at once."""
