"""Windows: an AppContainer without capabilities, in a Job Object."""
