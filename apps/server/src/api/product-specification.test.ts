import type { OpenAPI } from '@orpc/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSpecified } from '../../../../harness/product-specification.ts'
import { aRunningApi, type RunningApi } from '../../test/running-api.ts'
import { mapInside, resolveSchema, type Schema, type Schemas } from '../api-reference/schemas.ts'

let api: RunningApi
let document: OpenAPI.Document

beforeAll(async () => {
  api = await aRunningApi()
  document = (await (await fetch(`${api.url}/v1/openapi.json`)).json()) as OpenAPI.Document
})

afterAll(() => api[Symbol.asyncDispose]())

it.each(listSpecified('Pages'))('serves the specified page %s', async (path) => {
  const response = await fetch(api.url + path)
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 200,
    type: expect.stringContaining('text/html'),
  })
})

it('serves every specified call, with the specified parameters', () => {
  const served = new Set(
    Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, OpenAPI.OperationObject>).flatMap(([method, { parameters = [] }]) => {
        const call = `${method.toUpperCase()} ${path}`
        return [call, ...parameters.flatMap((one) => ('name' in one ? [`${call} ?${one.name}`] : []))]
      }),
    ),
  )
  const specified = listSpecified('Calls').flatMap((line) => {
    const [call = '', query] = line.split(' ?')
    return [call, ...(query?.split('&').map((name) => `${call} ?${name}`) ?? [])]
  })

  expect(specified.filter((call) => !served.has(call))).toEqual([])
})

it('names every specified field', () => {
  const schemas = document.components?.schemas as Schemas
  const served = new Set(
    Object.entries(schemas).flatMap(([name, schema]) => listFieldPaths(resolveSchema(schema, schemas)).map((path) => `${name}: ${path}`)),
  )
  const specified = listSpecified('Fields').flatMap((line) => {
    const [name, fields = ''] = line.split(': ')
    return fields.split(' ').map((path) => `${name}: ${path}`)
  })

  expect(specified.filter((field) => !served.has(field))).toEqual([])
})

/** Lists the paths of all fields. The path of a nested field has the outer field's name and a dot before it. */
function listFieldPaths(schema: Schema): string[] {
  const found: string[] = []
  const collect = (inner: Schema, path: readonly string[]): Schema => {
    found.push(path.join('.'))
    return mapInside(inner, path, collect)
  }
  mapInside(schema, [], collect)
  return found
}
