"""
Builds the package: a backend for pip (PEP 517) that needs nothing but Python. By itself it writes both archives into
a folder: `python3 build_package.py dist`.
"""

import base64
import gzip
import hashlib
import io
import runpy
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

_ROOT = Path(__file__).parent
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_VERSION = runpy.run_path(str(_ROOT / "rollbook/version.py"))["VERSION"]
_NAME = f"{_PROJECT['name']}-{_VERSION}"
_SOURCES = ["README.md", "pyproject.toml", "build_package.py"]


def build_wheel(
    wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None
) -> str:
    folder = f"{_NAME}.dist-info"
    files = {
        **_read_modules(),
        f"{folder}/METADATA": _describe_project(),
        f"{folder}/licenses/LICENSE": _read_license(),
        f"{folder}/WHEEL": b"Wheel-Version: 1.0\nGenerator: rollbook\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={_hash(data)},{len(data)}\n" for name, data in files.items())
    files[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n".encode()
    name = f"{_NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            # With a fixed time, so that equal sources are equal archives.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    files = {path: (_ROOT / path).read_bytes() for path in _SOURCES}
    files |= {**_read_modules(), "LICENSE": _read_license(), "PKG-INFO": _describe_project()}
    name = f"{_NAME}.tar.gz"
    with (
        gzip.GzipFile(Path(sdist_directory, name), "wb", mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w") as archive,
    ):
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{_NAME}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return name


def _read_modules() -> dict[str, bytes]:
    modules = [path for path in sorted((_ROOT / "rollbook").iterdir()) if path.suffix in (".py", ".typed")]
    return {f"rollbook/{path.name}": path.read_bytes() for path in modules}


def _read_license() -> bytes:
    """In a checkout it stands above."""
    paths = [_ROOT / "LICENSE", _ROOT.parent / "LICENSE"]
    return next(path for path in paths if path.exists()).read_bytes()


def _describe_project() -> bytes:
    fields = [
        "Metadata-Version: 2.4",
        f"Name: {_PROJECT['name']}",
        f"Version: {_VERSION}",
        f"Summary: {_PROJECT['description']}",
        f"Keywords: {','.join(_PROJECT['keywords'])}",
        f"License-Expression: {_PROJECT['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {_PROJECT['requires-python']}",
        *(f"Classifier: {classifier}" for classifier in _PROJECT["classifiers"]),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join([*fields, "", (_ROOT / _PROJECT["readme"]).read_text("utf-8")]).encode()


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    for build in (build_wheel, build_sdist):
        print(build(sys.argv[1]))
