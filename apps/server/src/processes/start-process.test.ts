import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { reachOf } from './start-process.ts'

it('lets only this machine connect unless HOST says otherwise', () => {
  expect(reachOf(readConfig({}).host)).toBe('Only this machine can connect. HOST=0.0.0.0 lets others.')
})

it.each([
  ['0.0.0.0', 'Listens on every interface of this machine: anybody who can reach it can connect.'],
  ['::', 'Listens on every interface of this machine: anybody who can reach it can connect.'],
  ['::1', 'Only this machine can connect. HOST=0.0.0.0 lets others.'],
  ['10.0.0.7', 'Listens on 10.0.0.7.'],
])('says who can connect when it listens on %s', (host, sentence) => {
  expect(reachOf(readConfig({ HOST: host }).host)).toBe(sentence)
})
