"""Servers that answer as OpenAI's do: where they are, how they are asked, what their answers say."""
