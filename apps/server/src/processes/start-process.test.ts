import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { describeMissingUrls, describeReach } from './start-process.ts'

it('lets only this machine connect unless HOST says otherwise', () => {
  expect(describeReach(readConfig({}).host)).toBe('Only this machine can connect. HOST=0.0.0.0 lets others.')
})

it.each([
  ['0.0.0.0', 'Listens on every interface of this machine: anybody who can reach it can connect.'],
  ['::', 'Listens on every interface of this machine: anybody who can reach it can connect.'],
  ['::1', 'Only this machine can connect. HOST=0.0.0.0 lets others.'],
  ['10.0.0.7', 'Listens on 10.0.0.7.'],
])('says who can connect when it listens on %s', (host, sentence) => {
  expect(describeReach(readConfig({ HOST: host }).host)).toBe(sentence)
})

it.each([
  [
    { HOST: '0.0.0.0', PORT: '4000' },
    [
      "Others can't sign in yet: the dashboard works only at http://localhost:4000. Set APP_URL and LINKS_URL to the https addresses that they open.",
    ],
  ],
  [
    { HOST: '10.0.0.7', LINKS_URL: 'https://go.example' },
    ["Others can't sign in yet: the dashboard works only at http://localhost:3000. Set APP_URL to the https address that they open."],
  ],
  [{ HOST: '0.0.0.0', APP_URL: 'https://shelf.example' }, []],
  [{ HOST: '127.0.0.1' }, []],
  [{}, []],
])('describes which addresses are missing with %j', (settings, lines) => {
  expect(describeMissingUrls(readConfig(settings))).toEqual(lines)
})
