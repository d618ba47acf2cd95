"""What translators work with: finding all texts, and keeping the files of the languages."""
