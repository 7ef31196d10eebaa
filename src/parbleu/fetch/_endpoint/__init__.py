"""Sends requests to servers with OpenAI's protocol, and reads their answers."""
