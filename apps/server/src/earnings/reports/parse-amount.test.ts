import { expect, it } from 'vitest'
import { findDecimalMark, readAmount, readCurrency, toMinorUnits } from './parse-amount.ts'

it.each([
  [['5,00', '12,50'], ','],
  [['1.250,50', '1.000'], ','],
  [['1,250.50', '1,000'], '.'],
  [['1,000', '2,500'], '.'],
  [['5.00'], '.'],
  [['0,5', '1.000'], ','],
  [[], '.'],
] as const)('finds the decimal mark of %j: %s', (amounts, mark) => {
  expect(findDecimalMark(amounts)).toBe(mark)
})

it.each([
  ['5,00', ',', '5.00'],
  ['1.250,50', ',', '1250.50'],
  ['1,250.50', '.', '1250.50'],
  ['1,250', '.', '1250'],
  ['-1.25', '.', '-1.25'],
  ['−1.25', '.', '-1.25'],
  ['(1.25)', '.', '-1.25'],
  ['1.25-', '.', '-1.25'],
  ['-$1.25', '.', '-1.25'],
  ['US $3.95', '.', '3.95'],
  ['5,00 €', ',', '5.00'],
  ['1 250,50 €', ',', '1250.50'],
  ["1'250.50", '.', '1250.50'],
  ['.5', '.', '0.5'],
  ['007', '.', '7'],
  ['-0.00', '.', '0.00'],
  ['', '.', '0'],
  ['n/a', '.', undefined],
  ['twelve', '.', undefined],
  ['1234567890123', '.', undefined],
] as const)('reads %j with %s as %s', (text, mark, decimal) => {
  expect(readAmount(text, mark)).toBe(decimal)
})

it.each([
  ['12.34', 'USD', 1_234],
  ['12.345', 'USD', 1_235],
  ['-12.345', 'USD', -1_235],
  ['0.004', 'USD', 0],
  ['-0.004', 'USD', 0],
  ['500', 'JPY', 500],
  ['499.5', 'JPY', 500],
  ['1.2345', 'KWD', 1_235],
  ['1', 'BHD', 1_000],
])('%s %s are %i minor units', (decimal, currency, minor) => {
  expect(toMinorUnits(decimal, currency)).toBe(minor)
})

it.each([
  ['$', 'USD', false],
  ['€', 'EUR', true],
  ['US $3.95', 'USD', true],
  ['CDN$ 3.95', 'CAD', true],
  ['5,00 EUR', 'EUR', true],
  ['R$ 5,00', 'BRL', true],
  ['¥500', 'JPY', false],
])('%j names %s', (text, code, isCertain) => {
  expect(readCurrency(text)).toEqual({ code, isCertain })
})

it.each(['5.00', '', 'ABC'])('%j names no currency', (text) => {
  expect(readCurrency(text)).toBeUndefined()
})
