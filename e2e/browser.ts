/**
 * What Chromium is not to do while it is tested. Its last `--disable-features` replaces those before,
 * so Playwright's own list (its chromiumSwitches.ts) is repeated here.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each new window loads pages for its address bar, which nobody sees: a seventh of all the work.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in reserve for a next page, which a journey seldom has.
  'SpareRendererForSitePerProcess',
]

/** How Chromium is started for the journeys. */
export const browserArguments = [
  // Chromium refuses to run as root with its sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
]
