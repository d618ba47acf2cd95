"""`everygame check`: all files of a game looked at, for whoever writes one."""
