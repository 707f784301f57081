#!/bin/sh
# Makes src/styles/fonts from the npm package @fontsource-variable/atkinson-hyperlegible-next 5.3.0, with
# fonttools and brotli of Python. Its licence wants another name for a changed typeface: Carelane Sans.
# Only when the typeface changes; the files are kept, because nobody should need Python to build.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
npm install --silent --no-save --prefix "$work" @fontsource-variable/atkinson-hyperlegible-next@5.3.0
files="$work/node_modules/@fontsource-variable/atkinson-hyperlegible-next/files"
for part in latin latin-ext; do
  fonttools ttLib -o "$work/$part.ttf" "$files/atkinson-hyperlegible-next-$part-wght-normal.woff2"
  fonttools varLib.instancer "$work/$part.ttf" wght=400:700 -o "$work/$part-400-700.ttf" -q
done
python3 open-zero.py "$work/latin-400-700.ttf" "$work/latin-open.ttf"
out=../../src/styles/fonts
pyftsubset "$work/latin-open.ttf" --flavor=woff2 --output-file="$out/carelane-latin.woff2" \
  --layout-features=kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,pnum,frac,case \
  --unicodes=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2002,U+2009,U+2010-2015,U+2018-201A,U+201C-201E,U+2020-2022,U+2026,U+202F,U+2032-2033,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212,U+2215,U+2713,U+00D7
pyftsubset "$work/latin-ext-400-700.ttf" --flavor=woff2 --output-file="$out/carelane-latin-ext.woff2" \
  --layout-features=kern,liga,ccmp,locl,mark,mkmk \
  --unicodes=U+0100-017F,U+0218-021B,U+1E80-1E85,U+1EF2-1EF3
rm -r "$work"
