import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { buildInfo } from './platform/build-info.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', CLICKHOUSE_URL: 'http://127.0.0.1:9/none' }

function runCommand(command: string, environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, command], { env: environment, encoding: 'utf8' })
  return { status, stdout, stderr }
}

it('prints its version and commit, even if no command accepts the settings', () => {
  expect(runCommand('--version', { PORT: 'http' })).toEqual({
    status: 0,
    stdout: `Linkshelf ${buildInfo.version}, commit ${buildInfo.commit}\n`,
    stderr: '',
  })
})

it.each(['start', 'migrate'])('logs its version and commit before %s fails', (command) => {
  const [line = '', ...sentence] = runCommand(command, unreachable).stderr.split('\n')

  expect(JSON.parse(line)).toMatchObject({ process: command, ...buildInfo, msg: 'Starting' })
  expect(sentence).toEqual([expect.stringContaining("can't be used"), ''])
})
