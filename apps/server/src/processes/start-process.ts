import { join } from 'node:path'
import type { Config } from '../config.ts'
import { buildInfo, formatBuildInfo } from '../platform/build-info.ts'
import type { Log } from '../platform/process/log.ts'
import { onHangup, sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { readUpgradeArguments } from './run-upgrade.ts'
import { startAllProcesses } from './start-all-processes.ts'

export async function runStart(config: Config, log: Log, { mainFile, args }: { mainFile: string; args: readonly string[] }): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const starting = startAllProcesses(config, mainFile, log, { ...readUpgradeArguments('start', args), print })
  // If a signal arrives during the start, everything that was started is stopped in order. If the start fails, the
  // caller ends the process.
  const stop = stopOnSignal(async () => (await starting.catch(() => new Promise<never>(() => undefined))).stop())
  onHangup({ onClosedTerminal: stop, onReload: () => void starting.then((running) => running.reload()) })
  const { isPaused } = await starting
  process.stdout.write(formatWelcomeText(config, isPaused))
  await sendToParent({ kind: 'ready' })
}

function formatWelcomeText(config: Config, isPaused: boolean): string {
  const mail = config.smtpUrl === undefined ? `Emails are stored in ${join(config.dataFolder, 'outbox')}. ` : ''
  return `
  Linkshelf is running.

  Version      ${formatBuildInfo(buildInfo)}
  Dashboard    ${config.appUrl}
  Short links  ${config.linksUrl}

  New here? Open the dashboard and choose "Create an account", or fill it with \`npm run demo\`.
  ${[describeReach(config.host), ...describeMissingUrls(config), ...(isPaused ? [pausedNotice] : [])].join('\n  ')}
  ${mail}Ctrl-C stops everything.

`
}

const pausedNotice =
  'Restored from a back-up and paused: it sends no emails and no requests, and deletes nothing, until you run `linkshelf resume`.'

/** Returns a sentence that says who can connect. If only this machine can, it names the setting that changes this. */
export function describeReach(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'Listens on every interface of this machine: anybody who can reach it can connect.'
  if (isLoopback(host)) return 'Only this machine can connect. HOST=0.0.0.0 lets others.'
  return `Listens on ${host}.`
}

/**
 * Returns a line that asks for settings if other machines can connect, but browsers can sign in only on this machine.
 * Browsers can sign in only at the addresses in the configuration.
 */
export function describeMissingUrls({ host, appUrl, environment }: Pick<Config, 'host' | 'appUrl' | 'environment'>): string[] {
  if (isLoopback(host) || environment.APP_URL !== undefined) return []
  const settings = environment.LINKS_URL === undefined ? 'APP_URL and LINKS_URL to the https addresses' : 'APP_URL to the https address'
  return [`Others can't sign in yet: the dashboard works only at ${appUrl}. Set ${settings} that they open.`]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
