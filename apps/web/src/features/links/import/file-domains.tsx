import type { LinkImportDomain } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { formatCount } from '../../../ui/formats/numbers.ts'
import classes from '../../file-imports/import-panel.module.css'

interface FileDomainsProps {
  domains: readonly LinkImportDomain[]
  movedHosts: readonly string[]
  onChange: (movedHosts: readonly string[]) => void
}

/**
 * Lists the domains in a file, and says whether their links keep their address or move to the project's domain. For an
 * unverified domain, offers to import its links on the project's domain.
 */
export function FileDomains({ domains, movedHosts, onChange }: FileDomainsProps) {
  const unverified = domains.filter(({ status }) => status === 'unverified')
  const others = domains.filter(({ status }) => status !== 'unverified')
  return (
    <>
      {others.length > 0 && (
        <ul className={classes.summary} aria-label="Domains in the file">
          {others.map(({ host, rows, status }) => (
            <li key={host}>
              {formatCount(rows, 'row')} on {host}
              <small>
                {status === 'used' ? 'These links keep their address.' : 'These links get their short name on the domain of this project.'}
              </small>
            </li>
          ))}
        </ul>
      )}
      {unverified.map(({ host, rows }) => (
        <Switch
          key={host}
          label={`Import ${formatCount(rows, 'row')} of ${host} with the domain of this project`}
          description={`${host} is not a verified domain of your organization. To keep these addresses, verify it under Settings → Domains, and import the file again.`}
          checked={movedHosts.includes(host)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...movedHosts, host] : movedHosts.filter((moved) => moved !== host))}
        />
      ))}
    </>
  )
}
