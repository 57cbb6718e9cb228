import type { DnsRecord, Domain } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { Tag, type TagProps } from '../../ui/tag.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import classes from './domain.module.css'

type AddressKind = 'alias' | 'addresses'

const addressKinds: { name: AddressKind; label: string }[] = [
  { name: 'alias', label: 'CNAME' },
  { name: 'addresses', label: 'A and AAAA' },
]

/** The records to enter at the DNS provider, each with its state at the last check. */
export function DnsRecordsCard({ domain }: { domain: Domain }) {
  const [chosen, setChosen] = useState<AddressKind>()
  const { ownership_record: ownership, address_records: records } = domain
  const [aliases, addresses] = [records.filter(({ type }) => type === 'CNAME'), records.filter(({ type }) => type !== 'CNAME')]
  const hasChoice = aliases.length > 0 && addresses.length > 0
  const kind = hasChoice ? (chosen ?? guessKind(domain, aliases, addresses)) : aliases.length > 0 ? 'alias' : 'addresses'
  return (
    <Card aria-label="DNS records" role="region">
      <div className={classes.records}>
        <div>
          <Title order={2}>DNS records</Title>
          <Text size="sm" c="dimmed">
            Enter them where the DNS of your domain is managed, usually where you bought it. Many providers add the domain to the name: then
            enter only what is in front of it, such as <code>_linkshelf.go</code> for <code>_linkshelf.go.example.com</code>. At Cloudflare,
            choose “DNS only”.
          </Text>
        </div>
        <div className={classes.step}>
          <Title order={3}>1. Prove that the domain is yours</Title>
          <RecordList label="Ownership" records={[ownership]} />
        </div>
        <div className={classes.step}>
          <Title order={3}>2. Point the domain here</Title>
          {hasChoice && (
            <>
              <Segments label="Kind of record" choices={addressKinds} chosen={kind} onChoose={setChosen} />
              <Text size="sm" c="dimmed">
                {kind === 'alias'
                  ? 'For a subdomain, such as go.example.com.'
                  : 'For a domain without a subdomain, where DNS allows no CNAME record. Set each of them, and remove others of these types.'}
              </Text>
            </>
          )}
          <RecordList label="Address" records={kind === 'alias' ? aliases : addresses} />
        </div>
      </div>
    </Card>
  )
}

/**
 * Guesses which kind of record the owner uses. If no record has been found, the guess depends on the host. A host of
 * two parts, such as example.com, is probably a DNS zone, which cannot have a CNAME record.
 */
function guessKind({ host }: Domain, aliases: readonly DnsRecord[], addresses: readonly DnsRecord[]): AddressKind {
  if (aliases.some(({ found }) => found.length > 0)) return 'alias'
  if (addresses.some(({ state }) => state === 'found')) return 'addresses'
  return host.split('.').length > 2 ? 'alias' : 'addresses'
}

const recordStates: Readonly<Record<DnsRecord['state'], { label: string; tone: NonNullable<TagProps['tone']> }>> = {
  unchecked: { label: 'Not checked yet', tone: 'neutral' },
  found: { label: 'Found', tone: 'good' },
  missing: { label: 'Not found yet', tone: 'pending' },
  different: { label: 'Other value', tone: 'bad' },
  unanswered: { label: 'No answer', tone: 'pending' },
}

function RecordList({ label, records }: { label: string; records: readonly DnsRecord[] }) {
  return (
    <ul className={classes.recordList} aria-label={label}>
      {records.map((record) => (
        <RecordFields key={`${record.type} ${record.value}`} record={record} />
      ))}
    </ul>
  )
}

function RecordFields({ record }: { record: DnsRecord }) {
  const { type, name, value, state, found } = record
  const { label, tone } = recordStates[state]
  return (
    <li className={classes.record}>
      <div className={classes.title}>
        <strong>{type} record</strong>
        <Tag tone={tone}>{label}</Tag>
      </div>
      <CopyField label="Name" text={name} subject={`the name of the ${type} record`} />
      <CopyField label="Value" text={value} subject={`the value of the ${type} record ${type === 'TXT' ? '' : value}`.trim()} />
      {state === 'different' && <p className={classes.found}>Found: {found.join(', ')}</p>}
    </li>
  )
}

function CopyField({ label, text, subject }: { label: string; text: string; subject: string }) {
  return (
    <div className={classes.field}>
      <span className={classes.label}>{label}</span>
      <code className={classes.text}>{text}</code>
      <IconAction action="Copy" name={subject} Icon={IconCopy} onClick={() => void copy(text)} />
    </div>
  )
}

async function copy(text: string): Promise<void> {
  const isCopied = await copyText(text)
  void showToast(
    isCopied ? { title: 'Copied', message: text } : { title: 'Not copied', message: 'Select the text and copy it yourself.', tone: 'bad' },
  )
}
