/** BASE_PATH is part of the build: Next writes it into every chunk's address. */
const basePath = process.env.BASE_PATH ?? '';

/** @type {import('next').NextConfig} */
const config = {
  basePath,
  env: { NEXT_PUBLIC_BASE_PATH: basePath },
  // Cedar reads its .wasm file beside itself; bundled, the build cannot find it.
  serverExternalPackages: ['@cedar-policy/cedar-wasm', 'pg-boss'],
  // `npm test` and `npm run check` run tsc over the whole tree; `npm start` must not wait for it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  devIndicators: false,
};

export default config;
