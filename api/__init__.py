"""The doors of the product: command line, HTTP service and the page. All is decided in scoring and vision."""
