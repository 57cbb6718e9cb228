// Lists requests for every reading call of the API reference, with each value of each field. New calls and fields are
// included automatically.
import { contract } from '@linkshelf/contract'
import { createOpenApiDocument } from '../../apps/server/src/api-reference/index.ts'
import { findCallMeta, resolveDocument } from '../../apps/server/src/api-reference/openapi-document.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { type?: string; enum?: string[]; const?: string; anyOf?: { enum?: string[]; const?: string }[] }
}

export interface ReadingCall {
  /** For example `analytics.overview`. */
  name: string
  path: string
  parameters: Parameter[]
  /** True if the call reads clicks. The contract then says that it can fail because ClickHouse does not respond. */
  readsClicks: boolean
}

export interface Subject {
  /** Values of path parameters. If a call needs a parameter that is missing here, it has no requests. */
  ids: Readonly<Record<string, string>>
  /** Values of query fields. They replace the values that the contract lists. */
  values: Readonly<Record<string, readonly string[]>>
  /** Queries for calls that have the field `range`. Some also contain a time zone and a bot filter. */
  ranges: readonly Readonly<Record<string, string>>[]
}

export async function listReadingCalls(): Promise<ReadingCall[]> {
  const { paths } = resolveDocument(await createOpenApiDocument('http://app.example')) as object as {
    paths: Record<string, { get?: { operationId: string; parameters?: Parameter[] } }>
  }
  return Object.entries(paths).flatMap(([path, { get }]) => {
    // A stream never ends, so it can't be compared.
    if (get === undefined || findCallMeta(get.operationId).concurrency === 'streams') return []
    const { operationId: name, parameters = [] } = get
    return [{ name, path, parameters, readsClicks: 'ANALYTICS_UNAVAILABLE' in findErrors(name) }]
  })
}

/** Returns the errors that the contract declares for a call. */
function findErrors(operationId: string): object {
  const [module = '', name = ''] = operationId.split('.')
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { errorMap: object } }>>
  return calls[module]?.[name]?.['~orpc'].errorMap ?? {}
}

/**
 * Returns paths with queries. Each query has a value of each required field. In addition, it has either one range or
 * one value of an optional field.
 */
export function listRequests({ path, parameters }: ReadingCall, { ids, values, ranges }: Subject): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.some((name) => !(name in ids))) return []
  const fields = parameters.filter((parameter) => parameter.in === 'query')
  const listParameters = (field: Parameter) => listValues(field, values).map((value) => ({ [field.name]: value }))
  const required = combine(fields.filter((field) => field.required).map(listParameters))
  const optional = fields.filter((field) => !field.required && field.name !== 'range').flatMap(listParameters)
  const inRanges = fields.some((field) => field.name === 'range') ? ranges : [{}]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => ids[name] ?? '')
  return combine([required, [...inRanges, ...optional]]).map((query) => `${filled}?${new URLSearchParams(query)}`)
}

type Query = Readonly<Record<string, string>>

/** Returns all combinations of one query from each list. Each combination is merged into one query. */
function combine(lists: readonly (readonly Query[])[]): Query[] {
  return lists.reduce<Query[]>((found, list) => found.flatMap((one) => list.map((other) => ({ ...one, ...other }))), [{}])
}

function listValues({ name, schema }: Parameter, values: Subject['values']): readonly string[] {
  const given = values[name]
  if (given !== undefined) return given
  const choices = [schema, ...(schema.anyOf ?? [])].flatMap((one) => one.enum ?? one.const ?? [])
  if (choices.length > 0) return choices
  return schema.type === 'boolean' ? ['true', 'false'] : []
}
