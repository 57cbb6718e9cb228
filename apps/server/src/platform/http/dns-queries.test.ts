import { expect, it } from 'vitest'
import { openNameServer } from '../../../test/open-name-server.ts'
import { createDnsQueries } from './dns-queries.ts'

it('finds records of each type, and does not cache them', async () => {
  const long = `v=${'x'.repeat(300)}`
  await using names = await openNameServer({
    'go.lamps.example': { CNAME: ['Go.Linkshelf.example'] },
    'Go.Linkshelf.example': { A: ['203.0.113.5', '203.0.113.6'], AAAA: ['2001:db8::5'] },
    '_linkshelf.go.lamps.example': { TXT: ['one', long] },
  })
  const dns = createDnsQueries({ servers: [names.address] })

  expect(await dns.canonicalNames('go.lamps.example')).toEqual(['go.linkshelf.example'])
  expect(await dns.ipv4Addresses('go.lamps.example')).toEqual(['203.0.113.5', '203.0.113.6'])
  expect(await dns.ipv6Addresses('go.lamps.example')).toEqual(['2001:db8::5'])
  expect(await dns.texts('_linkshelf.go.lamps.example')).toEqual(['one', long])

  names.zone['_linkshelf.go.lamps.example'] = { TXT: ['two'] }
  expect(await dns.texts('_linkshelf.go.lamps.example')).toEqual(['two'])
})

it('distinguishes a name without records from a server that does not answer', async () => {
  await using names = await openNameServer({ 'empty.example': {}, 'broken.example': 'fails' })
  const dns = createDnsQueries({ servers: [names.address] })

  expect(await dns.texts('missing.example')).toEqual([])
  expect(await dns.ipv4Addresses('empty.example')).toEqual([])
  expect(await dns.texts('broken.example')).toBeUndefined()
  expect(await createDnsQueries({ servers: ['127.0.0.1:9'] }).canonicalNames('lamps.example')).toBeUndefined()
})
