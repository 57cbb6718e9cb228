import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { openBilling } from './subscriptions/index.ts'

it('needs no setting', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    operatorEmail: undefined,
    signUps: 'open',
    termsUrl: undefined,
    socialLinks: [],
    edgeUrl: undefined,
  })
})

it('stores clicks for 13 months by default', () => {
  expect(readConfig({}).clickRetentionMonths).toBe(13)
  expect(readConfig({ CLICK_RETENTION_MONTHS: '25' }).clickRetentionMonths).toBe(25)
})

it('stores seven back-ups in the data folder by default', () => {
  expect(readConfig({ LINKSHELF_DATA: '/data' }).backups).toEqual({ target: '/data/backups', copies: 7, areChecked: true })
  expect(readConfig({ BACKUP_TARGET: 's3://shelf/nightly', BACKUP_COPIES: '30', BACKUP_CHECKS: 'off' }).backups).toEqual({
    target: 's3://shelf/nightly',
    copies: 30,
    areChecked: false,
  })
  expect(readConfig({ BACKUP_TARGET: 'off' }).backups.target).toBeUndefined()
  expect(() => readConfig({ BACKUP_COPIES: '0' })).toThrow('BACKUP_COPIES')
})

it('serves metrics only with a port, and by default only to this machine', () => {
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 })
  expect(readConfig({ METRICS_PORT: '9100', METRICS_HOST: '::' }).metrics).toEqual({ host: '::', port: 9100 })
})

it('accepts name servers with or without a port', () => {
  expect(readConfig({ DNS_SERVERS: '127.0.0.1:5353, ::1,[::1]:53' }).dnsServers).toEqual(['127.0.0.1:5353', '::1', '[::1]:53'])
})

it('reads the settings of the instance', () => {
  const config = readConfig({
    OPERATOR_EMAIL: 'operator@example.com',
    TERMS_URL: 'https://example.com/terms?lang=en',
    PRIVACY_URL: 'https://example.com/privacy',
    OPERATOR_ADDRESS: 'Mia Baker, mia@example.com',
    SOCIAL_LINKS: ' https://x.com/linkshelf, https://github.com/linkshelf,',
    EDGE_URL: 'http://edge.internal:3001/',
    SIGN_UPS: 'invite',
  })

  expect(config).toMatchObject({
    operatorEmail: 'operator@example.com',
    termsUrl: 'https://example.com/terms?lang=en',
    privacyUrl: 'https://example.com/privacy',
    operatorAddress: 'Mia Baker, mia@example.com',
    socialLinks: ['https://x.com/linkshelf', 'https://github.com/linkshelf'],
    edgeUrl: 'http://edge.internal:3001',
    signUps: 'invite',
  })
})

it.each([
  ['OPERATOR_EMAIL', 'operator'],
  ['OPERATOR_EMAIL', 'a@example.com, b@example.com'],
  ['OPERATOR_EMAIL', 'a@example.com\r\nBcc: b@example.com'],
  ['SIGN_UPS', 'off'],
  ['DNS_SERVERS', 'dns.example'],
  ['TERMS_URL', '/terms'],
  ['PRIVACY_URL', '/privacy'],
  ['TERMS_URL', 'javascript:alert(1)'],
  ['SOCIAL_LINKS', 'http://x.com/linkshelf'],
  ['SOCIAL_LINKS', 'https://x.com/linkshelf, linkshelf'],
  ['SOCIAL_LINKS', 'https://'],
  ['EDGE_URL', 'edge:3001'],
  ['METRICS_PORT', '70000'],
  ['EDGES', '0'],
  ['EDGES', '1.5'],
  ['LINKS_PORT_SHARED', 'yes'],
  ['CONNECTIONS_PER_ADDRESS', '0'],
  ['CLICKHOUSE_URL', 'clickhouse:8123'],
  ['CLICKHOUSE_URL', 'http://u:p@a:8123/shelf, b:8123'],
  ['CLICKHOUSE_READER_URL', 'http://u:p@a:8123/shelf, http://u:p@b:8123/other'],
  ['CLICKHOUSE_WRITER_URL', 'http://u:p@a:8123/shelf, http://v:p@b:8123/shelf'],
  ['CLICKHOUSE_CLUSTER', 'my-cluster'],
  ['CLICKHOUSE_CLUSTER', '2shelves'],
  ['LINKS_HOSTS', 'https://kauf.example'],
  ['LINKS_HOSTS', 'kauf.example/a'],
  ['LINKS_HOSTS', '::1'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://mail.example?tls=no'],
  ['PASSWORD_MIN_LENGTH', '5'],
  ['PASSWORD_MIN_LENGTH', '65'],
  ['PASSWORD_MIN_LENGTH', '8.5'],
  ['PASSWORD_MIN_LENGTH', 'eight'],
])('rejects %s in one sentence that names it when it is %j', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^These settings can't be used: ${name} \\(.+\\)\\.$`))
})

it('requires six characters of a password unless PASSWORD_MIN_LENGTH says more', () => {
  expect(readConfig({}).passwordMinLength).toBe(6)
  expect(readConfig({ PASSWORD_MIN_LENGTH: '64' }).passwordMinLength).toBe(64)
})

it('runs an edge for every second core, at least one and at most eight', () => {
  expect(readConfig({}).edges).toBe(Math.min(8, Math.max(1, Math.floor(availableParallelism() / 2))))
  expect(readConfig({ EDGES: '3' })).toMatchObject({ edges: 3, isLinksPortShared: false })
})

it.each([
  [undefined, true],
  ['on', true],
  ['off', false],
])('reads EDGE_SOCKET_READER %s', (value, isOn) => {
  expect(readConfig({ EDGE_SOCKET_READER: value }).isEdgeSocketReaderOn).toBe(isOn)
})

it('has plans unless they are off, and rejects billing by Stripe without plans', () => {
  expect(readConfig({}).hasPlans).toBe(true)
  expect(readConfig({ PLANS: 'off', STRIPE_SECRET_KEY: 'sk_test' })).toMatchObject({ hasPlans: false, stripe: undefined })
  expect(() => readConfig({ PLANS: 'off', BILLING: 'stripe' })).toThrow('PLANS=off sells nothing, so it needs BILLING=manual.')
})

it('bills through Stripe when it is configured, with a week of grace and no trial', async () => {
  const stripe = { BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' }

  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(stripe).stripe).toEqual({
    secretKey: 'sk_test',
    webhookSecrets: ['whsec_new', 'whsec_old'],
    apiUrl: 'https://api.stripe.com',
    graceDays: 7,
    trialDays: 0,
  })
  await expect(openBilling(readConfig({ BILLING: 'stripe' }).stripe)).rejects.toThrow('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
})
