import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * Returns variables with which `initdb` finds the name of its user, without which it fails. A container may run as a
 * user id that has no entry in /etc/passwd and can't be given one: there `libnss_wrapper` reads two files that this
 * function writes to `directory`. Returns none for a user with an entry.
 */
export async function environmentOfUser(directory: string, findUser: () => unknown = userInfo): Promise<Record<string, string>> {
  if (hasEntry(findUser)) return {}
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  const [passwd, group] = [join(directory, 'passwd'), join(directory, 'group')]
  await writeFile(passwd, `linkshelf:x:${uid}:${gid}::/:/bin/false\n`)
  await writeFile(group, `linkshelf:x:${gid}:\n`)
  return { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group }
}

function hasEntry(findUser: () => unknown): boolean {
  try {
    findUser()
    return true
  } catch {
    return false
  }
}
