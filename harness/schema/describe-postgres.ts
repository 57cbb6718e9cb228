// Describes a migrated PostgreSQL database as SQL files: one for each table, with its triggers, and one for each
// function. A function that only triggers of one table execute is in the table's file.
import type pg from 'pg'
import {
  type Grant,
  type Policy,
  type PostgresCatalog,
  type PostgresFunction,
  queueSchema,
  readPostgresCatalog,
  type Table,
  type Trigger,
} from './postgres-catalog.ts'
import type { SchemaFiles } from './schema-files.ts'
import { alignCells, joinGroups, normalizeSql, quoteText, wrapSql } from './sql-text.ts'

/**
 * Describes a migrated database as one text for each file. Throws if the database contains an object that the files
 * would not show.
 */
export async function describePostgres(client: pg.Client): Promise<SchemaFiles> {
  const catalog = await readPostgresCatalog(client)
  const files: SchemaFiles = new Map()
  const tableOfFunction = findTablesOfFunctions(catalog.triggers)
  for (const table of catalog.tables) files.set(`postgres/tables/${table.name}.sql`, describeTable(catalog, table, tableOfFunction))
  const functions = catalog.functions.filter(({ id }) => tableOfFunction.get(id) === undefined)
  for (const [name, overloads] of Map.groupBy(functions, (one) => one.name))
    files.set(`postgres/functions/${name}.sql`, joinGroups(overloads.map((one) => describeFunction(catalog, one))))
  files.set('postgres/database.sql', describeDatabase(catalog))
  files.set(`postgres/${queueSchema}.sql`, describeQueue(catalog))
  assertGrantsDescribed(catalog)
  return files
}

/** Returns the table of each function. The table is undefined if triggers of several tables execute the function. */
function findTablesOfFunctions(triggers: readonly Trigger[]): ReadonlyMap<number, string | undefined> {
  const tables = [...Map.groupBy(triggers, ({ functionId }) => functionId)].map(([id, found]): [number, string | undefined] => {
    const names = new Set(found.map(({ table }) => table))
    return [id, names.size === 1 ? found[0]?.table : undefined]
  })
  return new Map(tables)
}

function describeTable(catalog: PostgresCatalog, table: Table, tableOfFunction: ReadonlyMap<number, string | undefined>): string {
  const { name } = table
  const isOfTable = (one: { table: string }) => one.table === name
  const columns = catalog.columns.filter(isOfTable)
  const triggers = catalog.triggers.filter(isOfTable)
  return joinGroups([
    [describeColumns(catalog, table)],
    [
      ...describeComment(`table ${name}`, table.comment),
      ...columns.flatMap((column) => describeComment(`column ${name}.${column.name}`, column.comment)),
      ...columns.flatMap((column) =>
        column.storage === null ? [] : [toStatement(`alter table ${name} alter column ${column.name} set storage ${column.storage}`)],
      ),
    ],
    catalog.indexes.filter(isOfTable).map(({ definition }) => toStatement(definition.replace(' USING btree ', ' '))),
    [
      ...(table.isSecured ? [toStatement(`alter table ${name} enable row level security`)] : []),
      ...(table.isForced ? [toStatement(`alter table ${name} force row level security`)] : []),
      ...catalog.policies.filter(isOfTable).map(describePolicy),
    ],
    describeGrants(catalog.grants, name),
    triggers.flatMap(describeTrigger),
    ...listFunctions(catalog.functions, triggers).map((one) =>
      tableOfFunction.get(one.id) === name
        ? describeFunction(catalog, one)
        : [`-- The function ${one.name} is in functions/${one.name}.sql.`],
    ),
  ])
}

/** Returns the functions that the triggers execute. */
function listFunctions(functions: readonly PostgresFunction[], triggers: readonly Trigger[]): PostgresFunction[] {
  return functions.filter(({ id }) => triggers.some(({ functionId }) => functionId === id))
}

function describeColumns({ columns, constraints }: PostgresCatalog, { name, isUnlogged, options }: Table): string {
  const isOfTable = (one: { table: string }) => one.table === name
  const rows = columns
    .filter(isOfTable)
    .map((column) => [column.name, normalizeSql(column.type), column.isRequired ? 'not null' : '', normalizeSql(column.value ?? '')])
  const lines = [
    ...alignCells(rows),
    ...constraints.filter(isOfTable).map((constraint) => `constraint ${constraint.name} ${normalizeSql(constraint.definition)}`),
  ]
  const settings = options === null ? '' : ` with (${options.join(', ')})`
  return `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${lines.map((line) => wrapSql(`  ${line}`)).join(',\n')}\n)${settings};`
}

function toStatement(sql: string): string {
  return wrapSql(`${normalizeSql(sql)};`)
}

function describeComment(object: string, comment: string | null): string[] {
  return comment === null ? [] : [toStatement(`comment on ${object} is ${quoteText(comment)}`)]
}

function describePolicy({ table, name, isPermissive, command, roles, using, check }: Policy): string {
  const type = `${isPermissive ? '' : ' as restrictive'}${command === 'all' ? '' : ` for ${command}`}`
  const clauses = [...(using === null ? [] : [`using (${using})`]), ...(check === null ? [] : [`with check (${check})`])]
  const lines = [`create policy ${name} on ${table}${type} to ${roles.join(', ')}`, ...clauses.map((clause) => `  ${clause}`)]
  return `${lines.map((line) => wrapSql(normalizeSql(line))).join('\n')};`
}

/** Returns one statement for each role and list of columns. */
function describeGrants(grants: readonly Grant[], object: string): string[] {
  const ofObject = grants.filter((grant) => grant.object === object)
  const groups = Map.groupBy(ofObject, ({ role, columns }) => `${role} ${columns?.join(', ')}`)
  return [...groups.values()].map((found) => {
    const [{ role, columns } = { role: '', columns: null }] = found
    const privileges = found.map(({ privilege }) => (columns === null ? privilege : `${privilege} (${columns.join(', ')})`))
    return toStatement(`grant ${privileges.join(', ')} on ${object} to ${role}`)
  })
}

function describeTrigger({ table, name, definition, isEnabled }: Trigger): string[] {
  return [toStatement(definition), ...(isEnabled ? [] : [toStatement(`alter table ${table} disable trigger ${name}`)])]
}

function describeFunction({ grants }: PostgresCatalog, { signature, definition, owner, isPublic, comment }: PostgresFunction): string[] {
  const [header = '', body = ''] = definition.trimEnd().split(/(?<=\nAS )(?=\$function\$)/)
  const lines = normalizeSql(header)
    .replace('create or replace ', 'create ')
    .split('\n')
    .map((line) => wrapSql(line.replace(/^ /, '  ')))
  const source = body.slice('$function$'.length, -'$function$'.length)
  const quotedSource = body === '' || source.includes('$$') ? body : `$$${source}$$`
  return [
    `${lines.join('\n')}${quotedSource};`,
    ...(owner === null ? [] : [toStatement(`alter function ${signature} owner to ${owner}`)]),
    ...(isPublic ? [] : [toStatement(`revoke all on function ${signature} from public`)]),
    ...describeGrants(grants, `function ${signature}`),
    ...describeComment(`function ${signature}`, comment),
  ]
}

function describeDatabase({ extensions, roles, grants }: PostgresCatalog): string {
  return joinGroups([
    extensions.map((name) => toStatement(`create extension ${name}`)),
    roles.map(({ name, attributes }) => toStatement(`create role ${[name, 'nologin', ...attributes].join(' ')}`)),
    roles.flatMap(({ memberships }) => memberships.map((membership) => toStatement(`grant ${membership}`))),
    describeGrants(grants, 'schema public'),
  ])
}

/** Describes the schema of the job queue, except its tables, because the library of the queue creates them. */
function describeQueue({ policies, triggers, grants }: PostgresCatalog): string {
  const objects = [...new Set(grants.map(({ object }) => object))].filter(isOfQueue)
  return joinGroups([
    policies.filter(({ table }) => isOfQueue(table)).map(describePolicy),
    objects.flatMap((object) => describeGrants(grants, object)),
    triggers.filter(({ table }) => isOfQueue(table)).flatMap(describeTrigger),
  ])
}

function isOfQueue(object: string): boolean {
  return new RegExp(`^((schema|sequence|function) )?${queueSchema}\\b`).test(object)
}

function assertGrantsDescribed({ grants, tables, functions }: PostgresCatalog): void {
  const described = new Set([
    'schema public',
    ...tables.map(({ name }) => name),
    ...functions.map(({ signature }) => `function ${signature}`),
  ])
  const others = grants.filter(({ object }) => !described.has(object) && !isOfQueue(object))
  if (others.length > 0) throw new Error(`Rights of an unknown object: ${others.map(({ object }) => object).join(', ')}`)
}
