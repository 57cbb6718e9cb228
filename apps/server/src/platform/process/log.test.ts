import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/open-test-deps.ts'
import { serializeError } from './log.ts'

it('logs the code, the message and the stack of an error of PostgreSQL, but no value of a row', async () => {
  await using deps = await openTestDeps()
  const insert = sql`insert into users (id, email, full_name, password_hash) values (gen_random_uuid(), 'mia@people.test', 'Mia', null)`
  const error: Error = await insert.execute(deps.db).then(
    () => new Error('A user without a password hash was inserted'),
    (thrown) => thrown,
  )

  expect(JSON.stringify(error)).toContain('mia@people.test')
  expect(serializeError(error)).toMatchObject({ code: '23502', message: expect.stringContaining('not-null'), stack: expect.any(String) })
  expect(JSON.stringify(serializeError(error))).not.toContain('mia@people.test')
})
