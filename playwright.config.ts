import { defineConfig, devices } from '@playwright/test'
import { browserArguments } from './e2e/browser.ts'

const port = process.env['E2E_PORT'] ?? '4391'
const baseURL = `http://localhost:${port}`

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  testIgnore: process.env['TEST_AMOUNT'] === 'full' ? [] : '**/*.full.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: true,
  // Two more than two cores: there are always some that wait for something.
  workers: 4,
  // A journey that passes only sometimes is a fault of the journey or of the product, to be mended. On
  // CI, where a busy machine can be the cause, it is tried once more, and named as flaky if it passes.
  retries: process.env['CI'] ? 1 : 0,
  // Only what hangs meets these: a busy machine can take ten times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: browserArguments,
    },
  },
  projects: [
    {
      name: 'chromium',
      // Nobody looks at what is drawn: with a quarter of the dots a tenth less work is done.
      use: { ...devices['Desktop Chrome'], deviceScaleFactor: 0.5 },
    },
  ],
})
