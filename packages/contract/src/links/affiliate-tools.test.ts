import { expect, it } from 'vitest'
import { findAffiliateTool } from './affiliate-tools.ts'

it.each([
  ['https://geni.us/lamp', 'Geniuslink'],
  ['https://buy.geni.us/Proxy.ashx?TSID=1', 'Geniuslink'],
  ['https://www.geni.us/lamp', 'Geniuslink'],
  ['https://GENI.US./lamp', 'Geniuslink'],
  ['https://tidd.ly/3x', 'Awin'],
  ['https://lamp.lnk.to/', 'Linkfire'],
  ['https://smarturl.it/lamp', 'smartURL'],
  ['https://liketk.it/4abc', 'LTK'],
  ['https://rstyle.me/+abc', 'LTK'],
  ['https://geni.us/', undefined],
  ['https://www.lnk.to/', undefined],
  ['https://notgeni.us/lamp', undefined],
  ['https://geni.us.evil.example/lamp', undefined],
  ['https://bit.ly/lamp', undefined],
])('%s is a short link of %s', (address, tool) => {
  expect(findAffiliateTool(address)).toBe(tool)
})
