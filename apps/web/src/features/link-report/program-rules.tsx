import { listRetailerWordings, type ProgramRule, programRules } from '@linkshelf/contract'
import { retailerIds, retailerNames } from '@linkshelf/retailers'
import { Anchor, Button, Title } from '@mantine/core'
import { copyText } from '../../ui/browser/copy-text.ts'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/formats/dates.ts'
import { showToast } from '../../ui/toasts/toast.tsx'
import classes from './report.module.css'

/** Shows the rules of the affiliate programs with their sources, and disclosures to copy. */
export function ProgramRules() {
  return (
    <div className={classes.columns}>
      <Card>
        <Title order={2} size="h3">
          Rules of the programs
        </Title>
        {retailerIds.map((retailer) => (
          <section key={retailer} className={classes.rules}>
            <Title order={3} size="sm">
              {retailerNames[retailer]}
            </Title>
            <ul>
              {groupBySource(programRules[retailer]).map(({ texts, source, sourceName, checkedOn }) => (
                <li key={source}>
                  {texts.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                  <small>
                    <Anchor href={source} target="_blank" rel="noreferrer" inherit td="underline">
                      {sourceName}
                    </Anchor>
                    <span>
                      Last checked <time dateTime={checkedOn}>{`${formatDay(checkedOn)}, ${checkedOn.slice(0, 4)}`}</time>
                    </span>
                  </small>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
      <Card>
        <Title order={2} size="h3">
          Disclosures to paste
        </Title>
        <p className={classes.note}>
          Place one of these disclosures near your links. Check that it fits your case: this is not legal advice.
        </p>
        <ul className={classes.disclosures} aria-label="Disclosures">
          {listRetailerWordings().map(({ name, language, text }) => (
            <li key={name}>
              <div>
                <strong>{name}</strong>
                <p lang={language}>{text}</p>
              </div>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Copy the disclosure for ${name}`}
                onClick={() => void copyDisclosure(text)}
              >
                Copy
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** Groups the rules that come from the same source page, so that the source is shown once. */
function groupBySource(rules: readonly ProgramRule[]): (Omit<ProgramRule, 'text' | 'placement'> & { texts: string[] })[] {
  const sources = new Map<string, ProgramRule[]>()
  for (const rule of rules) sources.set(rule.source, [...(sources.get(rule.source) ?? []), rule])
  return [...sources.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, texts: [first, ...others].map(({ text }) => text) }],
  )
}

async function copyDisclosure(text: string): Promise<void> {
  const isCopied = await copyText(text)
  await showToast(isCopied ? { title: 'Copied!', message: text } : { title: 'The text could not be copied', message: text, tone: 'bad' })
}
