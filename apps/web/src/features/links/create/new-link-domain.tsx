import type { ProjectScope } from '../../../api/api.ts'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { DomainSelect } from '../../domains/domain-select.tsx'
import { useSelection } from '../../organizations/selection.tsx'

interface NewLinkDomainProps {
  scope: ProjectScope
  /** If undefined, the project's primary domain is selected. Null means the instance's own domain. */
  value: string | null | undefined
  onChange: (host: string | null) => void
  size?: 'sm' | 'md'
}

/** Selects the domain of new links. Renders nothing if the organization has only the instance's domain. */
export function NewLinkDomain({ scope, value, ...field }: NewLinkDomainProps) {
  const domains = useAddressDomains(scope.orgId)
  const { organizations } = useSelection()
  const project = organizations.flatMap(({ projects }) => projects).find(({ id }) => id === scope.projectId)
  const primary = domains.hostOf(project?.primary_domain_id ?? null)
  return <DomainSelect {...field} domains={domains} name="Domain of the new link" value={value === undefined ? primary : value} />
}
