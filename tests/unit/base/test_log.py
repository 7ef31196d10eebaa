from parbleu._base import log


def test_nothing_in_a_message_acts_on_a_terminal(caplog):
    """A server, an archive or a file may have put it there."""
    log.warn("got \x1b[2J 100%s\x9b\nfrom a\tserver")
    assert caplog.messages == ["got \\x1b[2J 100%s\\x9b\nfrom a\\tserver"]
