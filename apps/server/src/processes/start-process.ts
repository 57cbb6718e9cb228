import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../platform/process/log.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { startAllProcesses } from './start-all-processes.ts'

export async function runStart(config: Config, log: Log, mainFile: string): Promise<void> {
  const starting = startAllProcesses(config, mainFile, log)
  // Also during the start: it stops in order what has been started by then.
  stopOnSignal(async () => (await starting).stop())
  process.on('SIGHUP', () => void starting.then((running) => running.reload()))
  await starting
  process.stdout.write(welcome(config))
  await sendToParent({ kind: 'ready' })
}

function welcome(config: Config): string {
  const mail = config.smtpUrl === undefined ? `Emails are stored in ${join(config.dataFolder, 'outbox')}. ` : ''
  return `
  Linkshelf is running.

  Dashboard    ${config.appUrl}
  Short links  ${config.linksUrl}

  New here? Open the dashboard and choose "Create an account", or fill it with \`npm run demo\`.
  ${reachOf(config.host)}
  ${mail}Ctrl-C stops everything.

`
}

/** Who can connect, and the setting that changes it. */
export function reachOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'Listens on every interface of this machine: anybody who can reach it can connect.'
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return 'Only this machine can connect. HOST=0.0.0.0 lets others.'
  return `Listens on ${host}.`
}
