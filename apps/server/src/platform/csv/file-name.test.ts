import { expect, it } from 'vitest'
import { toContentDisposition } from './file-name.ts'

it('adds an ASCII name, in which accented letters lose their accents', () => {
  expect(toContentDisposition('küche-日本-os.csv')).toBe(
    `attachment; filename="kuche-os.csv"; filename*=UTF-8''k%C3%BCche-%E6%97%A5%E6%9C%AC-os.csv`,
  )
  expect(toContentDisposition('日本-links.csv')).toContain('filename="links.csv"')
})
