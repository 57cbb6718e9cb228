import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSmtpServer } from '../../../apps/server/test/open-smtp-server.ts'
import { readStoreAddresses } from '../../../harness/run-part.ts'
import { repeat, type Scenario } from '../scenario.ts'

const smtp = await openSmtpServer()
let requested = 0

/** One account changes its password repeatedly. Each change causes an email. */
export const scenario: Scenario = {
  name: '8 password changes at once | reset email',
  environment: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  async attack({ attacker: { client, password } }, signal) {
    const body = { current_password: password, new_password: password }
    await repeat(8, signal, () => client.me.changePassword({ body }))
    const recipients = smtp.commands.filter((command) => command.includes('<attacker@people.example>'))
    console.error(`${recipients.length} emails to the attacker`)
    await smtp.close()
  },
  async request({ instance: { dataFolder } }) {
    requested += 1
    const email = `reader-${requested}@people.example`
    const database = new pg.Client({ connectionString: (await readStoreAddresses({ dataFolder })).databaseUrl })
    await database.connect()
    const insertUser = "insert into users (id, email, full_name, password_hash) values (gen_random_uuid(), $1, 'Mia Reed', '')"
    await database.query(insertUser, [email])
    await database.query("select enqueue_job('send-password-reset-email', json_build_object('email', $1::text))", [email])
    await database.end()
    while (!smtp.received.some(({ message }) => message.includes(email))) await sleep(20)
  },
}
