// Fails if code outside packages/retailers depends on a retailer's id, or if a text names some retailers but not all.
// The compiler would not report these places for a new retailer. packages/retailers/README.md says what to use instead.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { retailerIds, retailers } from '../packages/retailers/src/index.ts'

/** Files that can contain retailer ids, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'apps/server/src/amazon-migrations/links/plan-link.ts': 'The migration is of links to Amazon alone.',
  'apps/server/src/amazon-migrations/migrations.ts': 'The migration is of links to Amazon alone.',
  'apps/web/src/screens/links/link-report-screen.tsx': 'It leads to that migration.',
  'apps/server/src/data-transfer/format/earning-tables.ts': 'It repeats a migration of the database, which never changes.',
  'apps/server/src/integrations/integrations.ts': 'Each call of the API names its retailer, and the compiler asks for the calls.',
  'apps/web/src/features/integrations/amazon-form.tsx': 'The form of one retailer.',
  'apps/web/src/features/integrations/integration.tsx': 'The forms of retailers, in a record of all of them.',
  'apps/web/src/screens/settings/retailers-screen.tsx': 'The page of one retailer has that migration.',
  'packages/contract/src/examples/request-field-examples.ts': 'An example.',
}

export interface Finding {
  line: number
  message: string
  /** True if the finding is an id. Exceptions allow only ids. */
  isId: boolean
}

const reports: readonly string[] = retailerIds.flatMap((id) => retailers[id].reports)
const isIdText = (text: string) => retailerIds.some((id) => text === id || text === `${id}.`) || reports.includes(text)
const names = retailerIds.map((id) => ({ name: retailers[id].name, pattern: new RegExp(`\\b(?:${id}|${retailers[id].name})\\b`, 'i') }))

/** Returns the findings in a source file, including findings that an exception allows. */
export function findings(path: string, source: string): Finding[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0] !== undefined) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  const found: Finding[] = []
  const skipped = new Set<unknown>()

  function add(start: number, message: string, isId = false): void {
    found.push({ line: source.slice(0, start).split('\n').length, message, isId })
  }

  function checkText(start: number, text: string): void {
    const missing = names.filter(({ pattern }) => !pattern.test(text)).map(({ name }) => name)
    if (missing.length > 0 && missing.length < names.length - 1)
      add(start, `names retailers, but not ${missing.join(' and ')}: ${text.trim()}`)
  }

  new Visitor({
    // An id in a type such as Integrations['amazon'] is allowed, because that is the type of one retailer.
    TSIndexedAccessType: ({ indexType }) => void (indexType.type === 'TSLiteralType' && skipped.add(indexType.literal)),
    Literal: (node) => {
      if (typeof node.value !== 'string') return
      if (isIdText(node.value) && !skipped.has(node)) add(node.start, `contains the id '${node.value}'`, true)
      checkText(node.start, node.value)
    },
    TemplateLiteral: ({ start, quasis }) => checkText(start, quasis.map(({ value }) => value.cooked ?? '').join(' ')),
    JSXText: ({ start, value }) => checkText(start, value),
  }).visit(program)
  return found
}

/**
 * Returns a message for each finding that no exception allows. If the file has an exception but does not need it,
 * returns one message about the exception.
 */
function listFindings(path: string): string[] {
  const all = findings(path, readFileSync(path, 'utf8'))
  const forbidden = path in exceptions ? all.filter(({ isId }) => !isId) : all
  if (path in exceptions && forbidden.length === all.length) return [`${path} needs no exception`]
  return forbidden.map(({ line, message }) => `${path}:${line} ${message}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = ['apps/server/src', 'apps/web/src', 'packages']
  const files = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`])
  // The demo consists of examples, which can name a single retailer, so it is not checked.
  const excluded = /[.]test[.]tsx?$|^packages\/retailers\/|^apps\/server\/src\/demo\//
  const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...files], { encoding: 'utf8' })
  const messages = paths
    .split('\n')
    .filter((path) => path !== '' && !excluded.test(path))
    .flatMap(listFindings)
  for (const message of messages) console.error(message)
  process.exitCode = messages.length === 0 ? 0 : 1
}
