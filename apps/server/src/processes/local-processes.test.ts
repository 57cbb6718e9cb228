import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createEnvironment } from './local-processes.ts'

const url = (name: string) => `postgres://${name}:secret@db.internal/shelf`
const stores = {
  databaseUrl: url('owner'),
  databaseAccounts: { api: url('api'), edge: url('edge'), jobs: url('jobs'), ship: url('ship'), listener: url('listener') },
  clickhouseUrl: 'http://default:secret@127.0.0.1:8123/default',
  clickhouseAccounts: { reader: 'http://reader:secret@127.0.0.1:8123/default', writer: 'http://writer:secret@127.0.0.1:8123/default' },
}
const environment = {
  DATABASE_URL: url('owner'),
  DATABASE_API_URL: url('api'),
  DATABASE_READ_URL: 'postgres://replica.internal/shelf',
  CLICKHOUSE_URL: stores.clickhouseUrl,
  LOG_LEVEL: 'warn',
  EDGE_URL: 'http://127.0.0.1:3001',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  YOUTUBE_API_KEY: 'AIza',
  GOOGLE_CLIENT_SECRET: 'GOCSPX',
  AWS_SECRET_ACCESS_KEY: 'wJalr',
  BACKUP_PASSPHRASE: 'otters like cold water',
  BACKUP_TARGET: 's3://shelf/nightly',
}

it('gives each process its own accounts and no others', () => {
  const config = readConfig(environment)

  expect(createEnvironment('api', config, stores)).toEqual({
    DATABASE_URL: url('api'),
    DATABASE_LISTENER_URL: url('listener'),
    CLICKHOUSE_READER_URL: stores.clickhouseAccounts.reader,
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    YOUTUBE_API_KEY: 'AIza',
    GOOGLE_CLIENT_SECRET: 'GOCSPX',
    EDGE_URL: 'http://127.0.0.1:3001',
    BACKUP_TARGET: 's3://shelf/nightly',
    LOG_LEVEL: 'warn',
  })
  expect(createEnvironment('edge', config, stores)).toEqual({
    DATABASE_URL: url('edge'),
    DATABASE_LISTENER_URL: url('listener'),
    DATABASE_READ_URL: 'postgres://edge:secret@replica.internal/shelf',
    EDGE_URL: 'http://127.0.0.1:3001',
    BACKUP_TARGET: 's3://shelf/nightly',
    LOG_LEVEL: 'warn',
  })
})

it('tells the api where back-ups are stored, for the privacy page', () => {
  const findTarget = (settings: Record<string, string>) =>
    createEnvironment('api', readConfig({ ...environment, ...settings }), stores).BACKUP_TARGET
  expect(findTarget({ BACKUP_TARGET: '', LINKSHELF_DATA: '/data' })).toBe('/data/backups')
  expect(findTarget({ BACKUP_TARGET: 'off' })).toBe('off')
})

it('signs in to a replica with the account that its URL names', () => {
  const config = readConfig({ ...environment, DATABASE_READ_URL: 'postgres://reader:other@replica.internal/shelf' })

  expect(createEnvironment('edge', config, stores).DATABASE_READ_URL).toBe('postgres://reader:other@replica.internal/shelf')
})

it('gives ship the accounts that it ships with, and turns off shipping in jobs', () => {
  const config = readConfig(environment)

  expect(createEnvironment('ship', config, stores)).toEqual({
    DATABASE_URL: url('ship'),
    DATABASE_LISTENER_URL: url('listener'),
    CLICKHOUSE_WRITER_URL: stores.clickhouseAccounts.writer,
    EDGE_URL: 'http://127.0.0.1:3001',
    BACKUP_TARGET: 's3://shelf/nightly',
    LOG_LEVEL: 'warn',
  })
  expect(createEnvironment('jobs', config, stores)).toMatchObject({ DATABASE_URL: url('jobs'), SHIP_IN_JOBS: 'off' })
})
