#!/usr/bin/env bash
# Tries the product as a newcomer meets it: a bare Debian 12 with Debian's own Node, npm and Python.
#
#   sudo scripts/try-bare-debian.sh [FOLDER] [COMMAND...]     default: npm start -- demo
#
# Makes the root by debootstrap in FOLDER (kept; default /var/tmp/mlewb-bare-debian), puts a clean clone of this
# checkout's last commit into the home of an unprivileged user, and runs COMMAND there. The root is entered by
# pivot_root in mount and pid namespaces of its own: in a plain chroot the kernel refuses user namespaces, on which
# the sandbox stands. The network is the host's, and so are its settings for apt, pip and npm.
# KEEP=1 tries again with the clone and the home of the last time.
# Needs root, debootstrap, git. Nothing outside FOLDER is changed.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:-/var/tmp/mlewb-bare-debian}
shift || true
[ $# -gt 0 ] || set -- npm start -- demo
root=$folder/root
home=/home/newcomer

# What README tells a newcomer to install first.
first=(ca-certificates nodejs npm python3.11 python3.11-venv bubblewrap libgomp1)

mirror_of_host() {
  local found
  found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *([a-z+]+:[^ ]*\/debian)\/?( .*)?$/\3/p' | head -n1)
  [ -n "$found" ] || { echo "No Debian mirror in the host's apt configuration." >&2; exit 1; }
  echo "$found"
}

make_root() {
  [ ! -e "$root/etc/debian_version" ] || [ ! -e "$folder/made" ] || return 0
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase bookworm "$root" "$(mirror_of_host)"
  # Settings of the host's clients, so that the same mirrors and certificates serve inside.
  rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
  cp -rL /etc/apt/sources.list.d "$root/etc/apt/"
  [ ! -e /etc/apt/sources.list ] || cp -L /etc/apt/sources.list "$root/etc/apt/"
  cp -rL /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
  copy_settings
  enter_as root "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-unsafe-io ${first[*]}"
  copy_certificates
  chroot "$root" useradd --create-home --home-dir "$home" --shell /bin/bash newcomer
  touch "$folder/made"
}

copy_settings() {
  local path
  for path in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/xdg/pip; do
    [ -e "$path" ] || continue
    mkdir -p "$root$(dirname "$path")"
    rm -rf "${root:?}$path"
    cp -rL "$path" "$root$path"
  done
  copy_certificates
}

copy_certificates() {
  mkdir -p "$root/etc/ssl/certs"
  cp -rL /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
}

clone() {
  [ "${KEEP:-}" != 1 ] || return 0
  find "$root$home" -mindepth 1 -delete
  git clone --quiet --no-hardlinks "$checkout" "$root$home/mle-workbench"
  [ ! -e "${HOME:-/root}/.npmrc" ] || cp "${HOME:-/root}/.npmrc" "$root$home/.npmrc"
  chroot "$root" chown -R newcomer:newcomer "$home"
}

# $1 a user of the root, $2 a shell command
enter_as() {
  local settings=()
  mapfile -t settings < <(env | grep -E '^(PIP_|npm_config_|NPM_CONFIG_|SSL_CERT_|NODE_EXTRA_CA|REQUESTS_CA|CURL_CA|(https?|no|all|HTTPS?|NO|ALL)_(proxy|PROXY)=)' || true)
  local inside="mount --bind '$root' '$root' && cd '$root' && mkdir -p .old &&
    mount -t proc proc proc && mount --rbind /dev dev && mount -t tmpfs -o mode=1777 tmpfs tmp &&
    pivot_root . .old && cd / && umount -l /.old && exec \"\$@\""
  local as=(sh -c "$2")
  [ "$1" = root ] || as=(setpriv --reuid "$1" --regid "$1" --init-groups sh -c "$2")
  local its_home=/root
  [ "$1" = root ] || its_home=$home
  unshare --mount --propagation private --pid --fork sh -c "$inside" sh \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$its_home" LANG=C.UTF-8 \
    TERM="${TERM:-dumb}" "${settings[@]}" "${as[@]}"
}

[ "$(id -u)" = 0 ] || { echo "Run as root: the root folder is made and entered with root's means." >&2; exit 1; }
make_root
clone
words=$(printf '%q ' "$@")
echo "Node $(chroot "$root" node --version), npm $(chroot "$root" npm --version), $(chroot "$root" python3.11 --version)"
enter_as newcomer "cd $home/mle-workbench && exec $words"
