import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The rights that every account of the engine lacks, the one of migrations included: to read or write files and servers
 * outside of it, and to manage access.
 */
const denied = 'SOURCES, ACCESS MANAGEMENT, NAMED COLLECTION, BACKUP, CREATE FUNCTION, SYSTEM SHUTDOWN'

const users = `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT ALL ON *.*</query><query>REVOKE ${denied} ON *.*</query></grants>
    </default>
  </users>
</clickhouse>
`

/**
 * Writes the configuration of the engine beside its data, and returns the arguments with which its first
 * session has to be opened.
 */
export async function writeEngineConfiguration(dataDirectory: string): Promise<string[]> {
  const [configFile, usersFile] = [join(dataDirectory, 'engine.xml'), join(dataDirectory, 'engine-users.xml')]
  await writeFile(usersFile, users, { mode: 0o600 })
  await writeFile(configFile, `<clickhouse><users_config>${escapeXml(usersFile)}</users_config></clickhouse>\n`, { mode: 0o600 })
  return [`--config-file=${configFile}`]
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
