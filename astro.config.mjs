import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { chunks } from './scripts/chunks.mjs'
import { precompress } from './scripts/precompress.mjs'

/** @type {import('astro').AstroIntegration} */
const precompressed = {
  name: 'carelane-precompressed',
  hooks: {
    'astro:build:done': ({ dir }) => precompress(fileURLToPath(dir)),
  },
}

/** In the built site alone: what a build or the development server says is for a terminal.
 * @type {import('astro').AstroIntegration} */
const quietPages = {
  name: 'carelane-quiet-pages',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'build') updateConfig({ logger: { entrypoint: './src/astro-logger.ts' } })
    },
  },
}

/** Mounts the API under `astro dev`; a build needs none of it.
 * @type {import('astro').AstroIntegration} */
const developmentServer = {
  name: 'carelane-development-server',
  hooks: {
    'astro:server:setup': async (setup) => {
      const { mountServer } = await import('./src/server/dev.ts')
      await mountServer(setup)
    },
  },
}

/** Vite would hand the file out itself, as Markdown; built, `src/pages/CHANGELOG.md.ts` serves it.
 * @type {import('astro').AstroIntegration} */
const plainChangelog = {
  name: 'carelane-plain-changelog',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/CHANGELOG.md', async (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8')
        response.end(await readFile(new URL('CHANGELOG.md', import.meta.url)))
      })
    },
  },
}

/** Astro wants entries that export nothing but their own: each that is shared would be in two files. */
const sharedEntries = {
  name: 'carelane-shared-entries',
  /** @param {{name: string}} environment */
  applyToEnvironment: ({ name }) => name === 'client',
  /** @param {object} options */
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [react(), developmentServer, plainChangelog, precompressed, quietPages],
  trailingSlash: 'ignore',
  server: { port: Number(process.env.PORT) || 4321, host: process.env.HOST || 'localhost' },
  devToolbar: { enabled: false },
  // Sessions are the API's own; pages keep nothing.
  session: false,
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss(), sharedEntries],
    resolve: {
      // React has it: the shims are for older ones.
      alias: [
        {
          find: 'use-sync-external-store/shim/with-selector',
          replacement: 'use-sync-external-store/with-selector',
        },
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ],
    },
    environments: {
      client: {
        build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } },
      },
    },
  },
})
