import type { OpenAPI } from '@orpc/contract'
import { expect, it } from 'vitest'
import { createIssueFinder } from '../../test/schema-issues.ts'
import { createOpenApiDocument } from './openapi-document.ts'
import { listBodies, listOperations, mapInside, type Schema, type Schemas } from './schemas.ts'

const document = await createOpenApiDocument('https://app.test')
const operations = listOperations(document)
const named = (document.components?.schemas ?? {}) as Schemas

const findIssues = createIssueFinder(document)

/**
 * Lists every field of a schema with its path. Fields of a referenced schema are not included, because the named schema
 * has them.
 */
function listSchemaFields(schema: Schema, path: readonly string[]): { path: string; schema: Schema }[] {
  const found: { path: string; schema: Schema }[] = []
  mapInside(schema, path, (inner, innerPath) => {
    if (innerPath.length > path.length) found.push({ path: innerPath.join('.'), schema: inner })
    found.push(...listSchemaFields(inner, innerPath))
    return inner
  })
  return found
}

it('has examples that its schemas accept, for parameters, bodies, responses and errors', () => {
  const parameters = operations.flatMap(({ operationId, parameters: all = [] }) =>
    all.flatMap((one) =>
      '$ref' in one || one.example === undefined
        ? []
        : [{ place: `${operationId} ${one.name}`, schema: one.schema, example: one.example as unknown }],
    ),
  )
  const bodies = listBodies(document).flatMap(({ content, names, mediaType }) =>
    content.example === undefined ? [] : [{ place: `${names.join('.')} ${mediaType}`, schema: content.schema, example: content.example }],
  )
  const errors = Object.entries(named).flatMap(([place, schema]) =>
    '$ref' in schema ? [] : (schema.examples ?? []).map((example: unknown) => ({ place, schema, example })),
  )

  expect([parameters.length > 300, bodies.length > 200, errors.length > 80]).toEqual([true, true, true])
  const issues = [...parameters, ...bodies, ...errors].flatMap(({ place, schema, example }) =>
    findIssues(schema as Schema, example).map((issue) => `${place}: ${issue}`),
  )
  expect(issues).toEqual([])
})

it('has patterns that accept upper and lower case like the server', () => {
  const { color_hex: color } = (named.LabelCreateRequest as OpenAPI.SchemaObject).properties ?? {}
  const { logo } = (named.QrCodeOptionsRequest as OpenAPI.SchemaObject).properties ?? {}

  for (const written of ['#089B71', '#089b71']) expect(findIssues(color as Schema, written)).toEqual([])
  for (const written of ['HTTPS://shop.example/logo.png', 'data:image/PNG;base64,aaaa'])
    expect(findIssues(logo as Schema, written)).toEqual([])
  expect(findIssues(color as Schema, '#089G71')).not.toEqual([])
})

it('names every body that is an object, and every object that occurs more than once', () => {
  const objects = new Map<string, string[]>()
  const collect = (schema: Schema, place: string): Schema =>
    mapInside(schema, [], (inner) => {
      if (!('$ref' in inner) && inner.properties !== undefined) {
        const { description: _description, ...rest } = inner
        const key = JSON.stringify(rest)
        objects.set(key, [...(objects.get(key) ?? []), place])
      }
      return collect(inner, place)
    })
  for (const [name, schema] of Object.entries(named)) collect(schema, name)
  const anonymous = listBodies(document).filter(
    ({ content: { schema } }) => schema !== undefined && JSON.stringify(schema).includes('"properties"'),
  )

  expect(anonymous.map(({ names }) => names.join('.'))).toEqual([])
  expect([...objects.values()].filter((places) => places.length > 1)).toEqual([])
  expect(Object.keys(named).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([])
  expect(named).toMatchObject({
    Link: {},
    LinkAlias: {},
    LinkAliasCreateRequest: {},
    LinkCreateRequest: {},
    Organization: {},
    Project: {},
    Product: {},
    ProductImageFocus: {},
    Problem: {},
    LinkNotFoundError: {},
  })
})

it('refers to every named schema, and to no missing one', () => {
  const references = new Set(Array.from(JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name]) => name))

  expect([...references].toSorted()).toEqual(Object.keys(named).toSorted())
})

it('describes every call and every tag', () => {
  const tags = document.tags ?? []
  expect(tags.filter(({ description }) => !description)).toEqual([])
  const used = new Set(operations.flatMap((operation) => operation.tags ?? []))
  expect([...used].toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
  for (const { operationId, summary, description } of operations) {
    expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z].{3,120}[^.]$/)])
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^\w.*\.$/s)])
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

it('describes every parameter, every header and every field', () => {
  const inCalls = operations.flatMap(({ operationId, parameters = [], responses = {} }) => [
    ...parameters.map((one) => ({ path: `${operationId} ${'$ref' in one ? '' : one.name}`, schema: one as Schema })),
    ...Object.values(responses).flatMap((response) =>
      Object.entries('$ref' in response ? {} : (response.headers ?? {})).map(([name, header]) => ({
        path: `${operationId} ${name}`,
        schema: header as Schema,
      })),
    ),
  ])
  const fields = Object.entries(named).flatMap(([name, schema]) => (name.endsWith('Error') ? [] : listSchemaFields(schema, [name])))

  expect(fields.length).toBeGreaterThan(700)
  // If a field is listed here, the contract's `fieldDescriptions` have no description for its name.
  expect([...inCalls, ...fields].filter(({ schema }) => !('description' in schema && schema.description)).map(({ path }) => path)).toEqual(
    [],
  )
})

it('declares the parameters of every path, and a success response for every call', () => {
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
    for (const operation of listOperations({ paths: { [path]: methods } })) {
      const declared = (operation.parameters ?? []).flatMap((one) => ('$ref' in one || one.in !== 'path' ? [] : [one.name]))
      expect([path, declared.toSorted()]).toEqual([path, inPath.toSorted()])
      expect([path, Object.keys(operation.responses ?? {}).some((status) => status.startsWith('2'))]).toEqual([path, true])
    }
  }
})
