import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { chromium as launcher } from 'playwright-core'
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts'
import { chromiumOptions } from '../../e2e/open-browser.ts'

export interface Phone extends AsyncDisposable {
  /** The port of the DevTools protocol. */
  port: number
  signIn(appUrl: string, user: { email: string; password: string }): Promise<void>
  /** How fast this machine is now: Lighthouse's benchmark index. Takes a second. */
  benchmark(): Promise<number>
  version: string
}

/** Chromium with a profile of its own. It resolves no host but localhost. */
export async function openPhone(): Promise<Phone> {
  const port = await findFreePort()
  const profile = await mkdtemp(join(tmpdir(), 'linkshelf-lighthouse-'))
  const { executablePath, args } = await chromiumOptions()
  const context = await launcher.launchPersistentContext(profile, {
    executablePath,
    args: [
      ...args,
      `--remote-debugging-port=${port}`,
      '--ignore-certificate-errors', // of the proxy in front of the store
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })

  const page = await context.newPage()
  return {
    port,
    async signIn(appUrl, user) {
      await page.goto(appUrl)
      await page.getByLabel('Email address').fill(user.email)
      await page.getByLabel('Password', { exact: true }).fill(user.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      // A second tab would take connections of the measured one.
      await page.goto('about:blank')
    },
    benchmark: () => page.evaluate(pageFunctions.computeBenchmarkIndex),
    version: context.browser()?.version() ?? 'unknown',
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
