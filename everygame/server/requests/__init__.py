"""Code that all HTTP requests share: allowed hosts, rate limits, JSON bodies, errors and
replies."""
