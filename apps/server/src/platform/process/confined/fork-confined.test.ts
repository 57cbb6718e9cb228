import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { imageProgram } from '../../../uploads/images/encode-in-child.ts'
import { forkConfined } from './fork-confined.ts'
import { parserProgram } from './parser-processes.ts'

const attempts = {
  'read a file': `readFileSync('/etc/hostname')`,
  'list a folder': `readdirSync('/')`,
  'write a file': `writeFileSync('FOLDER/written', '')`,
  'start a process': `spawnSync('true')`,
  'start a thread': `new Worker('0', { eval: true })`,
  'open a connection': `await new Promise((resolve, reject) => connect(9, '127.0.0.1').on('error', reject).on('connect', resolve))`,
}

it.each([
  ['decodes images', imageProgram],
  ['parses files', parserProgram],
])('denies everything else to the process that %s, and makes it the first to end when memory runs out', async (_what, confined) => {
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-confined-'))
  const program = join(folder, 'program.mjs')
  const tries = Object.entries(attempts).map(
    ([name, code]) =>
      `try { ${code}; done[${JSON.stringify(name)}] = 'allowed' } catch (error) { done[${JSON.stringify(name)}] = error.code }`,
  )
  await writeFile(
    program,
    `import { spawnSync } from 'node:child_process'
     import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
     import { connect } from 'node:net'
     import { Worker } from 'node:worker_threads'
     const done = { variables: Object.keys(process.env).length }
     ${tries.join('\n').replaceAll('FOLDER', folder)}
     process.send(done)`,
  )

  const child = forkConfined({ ...confined, file: program })
  const [done] = await once(child, 'message')
  const memoryScore = await readFile(`/proc/${child.pid}/oom_score_adj`, 'utf8')
  child.kill('SIGKILL')
  await rm(folder, { recursive: true })

  expect(done).toEqual({ variables: 0, ...Object.fromEntries(Object.keys(attempts).map((name) => [name, 'ERR_ACCESS_DENIED'])) })
  expect(Number(memoryScore)).toBe(1_000)
})
