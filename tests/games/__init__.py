"""Tests of the games; the helpers among them say what differed where one of their asserts fails."""

import pytest

pytest.register_assert_rewrite("tests.games.shared", "tests.games.twins")
