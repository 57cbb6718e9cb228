// Migrates databases in a process that is killed. Arguments: a task, the URLs of PostgreSQL and ClickHouse, and the
// folder of migrations or the accounts as JSON.
const [, , task = '', databaseUrl = '', clickhouseUrl = '', argument = ''] = process.argv

const tasks: Record<string, () => Promise<void>> = {
  'postgres-files': async () => {
    const { migratePostgres } = await import('../../../apps/server/src/platform/postgres/postgres-migrations.ts')
    await migratePostgres(databaseUrl, argument)
  },
  'postgres-steps': async () => {
    const { prepareDatabase } = await import('../../../apps/server/src/databases/database.ts')
    await prepareDatabase(databaseUrl, JSON.parse(argument))
  },
  'clickhouse-files': async () => {
    const { openClickHouse } = await import('../../../apps/server/src/platform/clickhouse/clickhouse.ts')
    const { migrateClickHouse } = await import('../../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts')
    const client = openClickHouse(clickhouseUrl)
    await migrateClickHouse(client, argument)
    await client.close()
  },
  'clickhouse-steps': async () => {
    const { prepareClickHouse } = await import('../../../apps/server/src/databases/database.ts')
    await prepareClickHouse({ databaseUrl, clickhouseUrl }, { clickhouseCluster: undefined, clickRetentionMonths: 24 })
  },
}

const run = tasks[task]
if (run === undefined) throw new Error(`There is no task ${task}`)
await run()
