import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { runCurl } from '../../test/run-curl.ts'
import { toShellVariable } from './curl-line.ts'
import { describeModules } from './described-modules.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { formatLiteralType, formatType } from './typescript-types.ts'

const modules = describeModules(await createOpenApiDocument('https://app.test'))
const calls = modules.flatMap((module) => module.calls)
const file = new File(['text'], 'file.csv')

/** Returns a value for each variable in the code: the token, and the ids in the path and the body. */
function findVariables(typescript: string): Record<string, string> {
  const inTemplates = Array.from(typescript.matchAll(/\$\{(\w+)\}/g), ([, name = '']) => name)
  return Object.fromEntries(inTemplates.map((name) => [name, `the-${name}`]))
}

interface SentRequest {
  url: string
  method: string
  authorization: string | null
  type: string | null
  body: unknown
}

const sent: SentRequest[] = []
vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
  const request = new Request(input, init)
  const body = await request.text()
  sent.push({
    url: request.url,
    method: request.method,
    authorization: request.headers.get('authorization'),
    type: request.headers.get('content-type')?.split(';')[0] ?? null,
    body: body === '' || body.startsWith('--') ? body.replaceAll(/formdata-undici-\d+/g, '') : JSON.parse(body),
  })
  return new Response('{}')
})
beforeEach(() => sent.splice(0))
afterAll(() => vi.unstubAllGlobals())

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor

it.each(calls)('$id sends the same request in TypeScript as with curl', async ({ curl, typescript }) => {
  const variables = findVariables(typescript)
  const inShell = Object.entries(variables).map(([name, value]) => [
    { apiKey: 'LINKSHELF_API_KEY', token: 'LINKSHELF_TOKEN' }[name] ?? toShellVariable(name),
    value,
  ])
  const files = Object.fromEntries(Array.from(curl.matchAll(/=@(\S+)/g), ([, name = '']) => [name, file]))
  // If a path or body contains a variable named TOKEN, the variable is an id and not the access token.
  const ofToken = /\/\{?\$TOKEN|"\$TOKEN"/.test(curl) ? { TOKEN: variables.token ?? '' } : {}

  await runCurl(curl, { ...Object.fromEntries(inShell), ...ofToken }, files)
  await new AsyncFunction('console', 'file', ...Object.keys(variables), stripTypeScriptTypes(typescript))(
    { log() {} },
    file,
    ...Object.values(variables),
  )

  const [fromCurl, fromTypescript] = sent.splice(0)
  expect(fromTypescript).toEqual(fromCurl)
})

it('has examples and object types that the TypeScript compiler accepts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkshelf-examples-'))
  const inFunctions = [
    ...calls.map(({ typescript }) => typescript),
    ...modules.flatMap(({ objects }) => objects.map(({ typescript }) => typescript)),
  ].map(
    (text, at) =>
      `async function example${at}(file: File, ${Object.keys(findVariables(text))
        .map((name) => `${name}: string`)
        .join(', ')}) {\n${text}\n}`,
  )
  writeFileSync(join(folder, 'examples.ts'), inFunctions.join('\n'))
  const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/lib/tsc.js', import.meta.url))
  const flags = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--lib', 'esnext,dom,dom.iterable', '--types', '']

  try {
    const { stdout } = spawnSync(process.execPath, [compiler, ...flags, join(folder, 'examples.ts')], { encoding: 'utf8' })
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('formats types of lists, unions, records and optional fields', () => {
  const used = new Set<string>()
  const type = formatType(
    {
      type: 'object',
      properties: {
        a: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
        'b-c': { $ref: '#/components/schemas/Link' },
        d: { type: 'object', additionalProperties: { type: 'integer' } },
        e: { type: 'string', enum: ['x', "it's"] },
      },
      required: ['a'],
    },
    used,
  )

  expect(type).toBe("{\n  a: Array<string | null>\n  'b-c'?: Link\n  d?: Record<string, number>\n  e?: 'x' | 'it\\'s'\n}")
  expect([...used]).toEqual(['Link'])
  expect(formatLiteralType('a\n"b"')).toBe(String.raw`'a\n"b"'`)
})
