import {
  parseUtmValues,
  setUtmValues,
  type UtmField,
  type UtmTemplate,
  type UtmTemplateDraft,
  type UtmValues,
  utmFields,
  utmTemplateMessages,
  utmTemplateNameMaxLength,
  utmValueMaxLength,
} from '@linkshelf/contract'
import { ActionIcon, Button, InputBase, TextInput } from '@mantine/core'
import { IconSelector, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import classes from './link-fields.module.css'

const textsByField: Record<UtmField, { label: string; placeholder: string }> = {
  source: { label: 'Source', placeholder: 'newsletter' },
  medium: { label: 'Medium', placeholder: 'email' },
  campaign: { label: 'Campaign', placeholder: 'spring-sale' },
  term: { label: 'Term', placeholder: 'running shoes' },
  content: { label: 'Content', placeholder: 'header-button' },
}

interface UtmFieldsProps {
  scope: ProjectScope
  /** A valid destination. */
  target: string
  onChange: (target: string) => void
}

/** Edits the campaign parameters of the destination. The project's templates can fill them in. */
export function UtmFields({ scope, target, onChange }: UtmFieldsProps) {
  const present = parseUtmValues(target)
  const [typed, setTyped] = useState(present)
  // A typed text can end with a space, which the destination does not contain.
  const values = mapUtmFields((name) => (typed[name].trim() === present[name].trim() ? typed[name] : present[name]))
  const templates = useQuery(utmTemplatesQuery(scope))
  const chosen = templates.data?.find((template) => utmFields.every((name) => (template[name] ?? '') === values[name].trim()))

  function change(changed: UtmValues): void {
    setTyped(changed)
    onChange(setUtmValues(target, changed))
  }

  if (templates.isError && templates.data === undefined)
    return <ErrorPanel title={utmTemplateMessages.loadFailed} error={templates.error} onRetry={templates.refetch} />
  return (
    <div className={classes.utm}>
      <TemplateChoice
        scope={scope}
        templates={templates.data ?? []}
        chosen={chosen}
        onChoose={(template) => change(mapUtmFields((name) => template[name] ?? ''))}
      />
      <div className={classes.columns}>
        {utmFields.map((name) => (
          <TextInput
            key={name}
            label={textsByField[name].label}
            placeholder={textsByField[name].placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={utmValueMaxLength}
            value={values[name]}
            onChange={({ currentTarget }) => change({ ...values, [name]: currentTarget.value })}
          />
        ))}
        <SaveTemplate scope={scope} templates={templates.data ?? []} values={values} isSaved={chosen !== undefined} />
      </div>
    </div>
  )
}

function mapUtmFields<Value>(toValue: (name: UtmField) => Value): Record<UtmField, Value> {
  return Object.fromEntries(utmFields.map((name) => [name, toValue(name)])) as Record<UtmField, Value>
}

interface TemplateChoiceProps {
  scope: ProjectScope
  templates: readonly UtmTemplate[]
  chosen: UtmTemplate | undefined
  onChoose: (template: UtmTemplate) => void
}

function TemplateChoice({ scope, templates, chosen, onChoose }: TemplateChoiceProps) {
  const deletion = useDeleteUtmTemplate(scope)
  if (templates.length === 0) return null
  return (
    <div className={classes.template}>
      <InputBase
        component="select"
        pointer
        aria-label="UTM template"
        rightSection={<IconSelector aria-hidden size={16} stroke={1.6} />}
        rightSectionPointerEvents="none"
        value={chosen?.template_id ?? ''}
        onChange={(event) => {
          const template = templates.find(({ template_id }) => template_id === event.currentTarget.value)
          if (template !== undefined) onChoose(template)
        }}
      >
        <option value="" disabled>
          Choose a template
        </option>
        {templates.map(({ template_id, name }) => (
          <option key={template_id} value={template_id}>
            {name}
          </option>
        ))}
      </InputBase>
      {chosen !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Delete template ${chosen.name}`}
          loading={deletion.isPending}
          onClick={() => deletion.mutate(chosen)}
        >
          <IconTrash aria-hidden size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
}

interface SaveTemplateProps {
  scope: ProjectScope
  templates: readonly UtmTemplate[]
  values: UtmValues
  isSaved: boolean
}

/** Saves the typed values as a template. If a template with this name exists, it is replaced. */
function SaveTemplate({ scope, templates, values, isSaved }: SaveTemplateProps) {
  const [name, setName] = useState('')
  const save = useSaveUtmTemplate(scope)
  const existing = templates.find((template) => template.name.toLowerCase() === name.trim().toLowerCase())
  const isBlank = utmFields.every((field) => values[field].trim() === '')
  const draft = mapUtmFields((field) => values[field].trim() || null)

  if (isSaved || isBlank) return null
  return (
    <div className={classes.save}>
      <TextInput
        label="Save as template"
        placeholder="Newsletter"
        maxLength={utmTemplateNameMaxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={name.trim() === ''}
        loading={save.isPending}
        onClick={() => save.mutate({ existing, draft: { name: name.trim(), ...draft } })}
      >
        {existing === undefined ? 'Save' : 'Replace'}
      </Button>
    </div>
  )
}

/** Returns the UTM templates of a project, ordered by name. */
function utmTemplatesQuery(scope: ProjectScope) {
  return api.utmTemplates.list.queryOptions({ input: { params: scope } })
}

/** Creates a template, or replaces `existing`. */
function useSaveUtmTemplate(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, draft }: { existing: UtmTemplate | undefined; draft: UtmTemplateDraft }) =>
      existing === undefined
        ? api.utmTemplates.create.call({ params: scope, body: draft })
        : api.utmTemplates.update.call({ params: { ...scope, templateId: existing.template_id }, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Template saved', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.utmTemplates.key() }),
  })
}

function useDeleteUtmTemplate(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ template_id }: UtmTemplate) => api.utmTemplates.delete.call({ params: { ...scope, templateId: template_id } }),
    onSuccess: (_result, { name }) => void showToast({ title: 'Template deleted', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.utmTemplates.key() }),
  })
}
