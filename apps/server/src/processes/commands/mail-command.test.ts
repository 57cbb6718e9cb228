import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { runMail } from './mail-command.ts'

const about = ['product_change', '--subject', 'Broken links are found']

/**
 * Runs the command with a file `news.md` in a folder. In `args`, `@` stands for this folder. Returns what the command
 * printed.
 */
async function runMailCommand(args: string[], { text = '# New', ...environment }: Record<string, string> = {}): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mail-'))
  await writeFile(join(folder.path, 'news.md'), text)
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const config = readConfig({ LINKSHELF_DATA: folder.path, ...environment })
    await runMail(
      config,
      silentLog,
      args.map((arg) => arg.replace('@', folder.path)),
    )
    return output.mock.calls.map(([printed]) => String(printed)).join('')
  } finally {
    output.mockRestore()
  }
}

const mistakes: [args: string[], reasons: string[]][] = [
  [[], ['The first word has to be product_change or marketing.', '--subject is missing.', '--text is missing: the name of a file']],
  [about, ['--text is missing: the name of a file with the text in Markdown.']],
  [[...about, '--text', '@/none.md'], ["The file of --text can't be read: ENOENT"]],
  [[...about, '--text'], ["Option '--text <value>' argument missing"]],
  [
    ['link_click', '--subject', ' ', '--text', '@/news.md'],
    ['The first word has to be', '--subject is empty.'],
  ],
  [['marketing', '--subject', 'Big', 'news', '--text', '@/news.md'], ['Unexpected: news. Put the subject in quotes.']],
  [['marketing', '--subject', 'x'.repeat(201), '--text', '@/news.md'], ['--subject has more than 200 characters.']],
  [['marketing', '--subject', 'One\nTwo', '--text', '@/news.md'], ['--subject has more than one line.']],
]

it.each(mistakes)('says what is missing or wrong: %j', async (args, reasons) => {
  const run = runMailCommand(args)

  await expect(run).rejects.toThrow(StartError)
  const [usage, ...lines] = await run.catch((error: Error) => error.message.split('\n'))
  expect(usage).toContain('Usage: linkshelf mail product_change|marketing')
  expect(lines).toEqual(reasons.map((reason) => expect.stringContaining(reason)))
})

it('says that the file is empty', async () => {
  await expect(runMailCommand([...about, '--text', '@/news.md'], { text: ' \n' })).rejects.toThrow('The file of --text is empty.')
})

it('with --dry-run, prints the email and how many users would get it, and enqueues nothing', async () => {
  await using deps = await openTestDeps()

  const printed = await runMailCommand([...about, '--text', '@/news.md', '--dry-run'], { DATABASE_JOBS_URL: deps.accounts.jobs })

  expect(printed).toContain('Subject: Broken links are found\n')
  expect(printed).toContain('Users who would get it: 0. Earlier: 0. Nothing was sent.')
})
