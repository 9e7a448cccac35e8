"""The independent check of a variant: truth against data, and what the public folder gives away.

Shares nothing with ``tasks/generation``: what is wrong in one shows in the other. Runs in the sandbox.
"""
