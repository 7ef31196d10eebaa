import pytest

from parbleu.fetch.web_pages import is_web_page, page_title


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"<html>", True),
        (b"<!-- a --> <!---->\n<!DOCTYPE  html>", True),
        (b'\xef\xbb\xbf<?xml version="1.0"?><head>', True),
        (b"<header>", False),
        (b"<!-- <html>", False),
        (b"<!---->" * 200 + b"x", False),
        (b"<!-- --" * 200 + b"--><title>", True),
        (b"<?xml", False),
        (b"", False),
        (b"text <html>", False),
    ],
)
def test_is_web_page(head, expected):
    assert is_web_page(head) is expected


def test_page_title():
    assert page_title(b"<html><TITLE lang=en>\n Sign in \n</title>") == "Sign in"
    assert page_title(b"<title>" + b" " * 9000) == ""
    assert page_title(b"<html>") == ""
