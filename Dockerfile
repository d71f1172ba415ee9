# Tally for a club: the same image is a page (`tally serve`) or a reader of photos (`tally reader`).
# Python and its parts are built in one stage and copied into the other: no compiler and no pip cache are left over.

FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml constraints.txt hatch_build.py README.md LICENSE ./
COPY api ./api
COPY models ./models
COPY scoring ./scoring
COPY vision ./vision
RUN python -m venv /opt/tally \
    && /opt/tally/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt '.[club]'

FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="Tally" \
      org.opencontainers.image.licenses="AGPL-3.0-only"
RUN useradd --uid 10001 --create-home --home-dir /var/lib/tally --shell /usr/sbin/nologin tally \
    && install -d -o tally -g tally -m 0700 /var/lib/tally/data
COPY --from=build /opt/tally /opt/tally
ENV PATH=/opt/tally/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TALLY_DATA=/var/lib/tally/data
USER 10001
WORKDIR /var/lib/tally
VOLUME /var/lib/tally/data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-m", "api.healthy"]
CMD ["tally", "serve", "--host", "0.0.0.0", "--port", "8000"]
