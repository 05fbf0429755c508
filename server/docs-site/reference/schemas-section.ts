import { COMPONENTS, PROPERTY_TEXTS, type Schema } from '../../../contract/schemas.ts';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { code, type Html, html, inlineCode } from '../../html/html.ts';
import type { GuideContext, Section } from '../guide/section.ts';
import { fieldList } from './field-list.ts';
import { describeType, nameOfRef, schemaLink } from './schema-type.ts';

export const schemas: Section = {
  id: 'schemas',
  title: { ko: '스키마', en: 'Schemas' },
  parts: Object.keys(COMPONENTS).map((name) => ({ id: `schema-${name}`, name })),
  body: (context) =>
    html`${Object.entries(COMPONENTS).map(([name, schema]) => schemaSection(context, name, schema))}`,
};

const schemaSection = (context: GuideContext, name: string, schema: Schema): Html => html`
<section id="schema-${name}" class="schema">
<h3><a href="#schema-${name}">${code(name)}</a></h3>
${schema.$ref === undefined ? describeObject(context, name, schema) : html`<p>${sameAs(context, schema.$ref as string)}</p>`}
</section>`;

const sameAs = ({ t }: GuideContext, reference: string): Html =>
  t(
    html`${schemaLink(nameOfRef(reference))} 스키마와 같습니다.`,
    html`The same as ${schemaLink(nameOfRef(reference))}.`,
  );

function describeObject(context: GuideContext, name: string, schema: Schema): Html {
  const { t } = context;
  return html`<p>${
    isComplete(schema)
      ? t('항상 모든 필드가 있으며, 다른 필드는 없습니다.', 'Always with every property, and no others.')
      : t('다른 필드는 없습니다.', 'No other properties.')
  } ${schema.minProperties === 1 && t('필드를 하나 이상 보내야 합니다.', 'At least one property is required.')}</p>
${fieldList(listProperties(context, `${name}.`, schema))}`;
}

/** Whether every property is required, which one sentence says better than a mark at each. */
const isComplete = ({ properties, required }: Schema): boolean =>
  Object.keys(properties as object).length === (required as string[] | undefined)?.length;

/** The properties in the order of the schema, those of an array's objects included. */
function listProperties(
  context: GuideContext,
  prefix: string,
  schema: Schema,
): Parameters<typeof fieldList>[0] {
  const { t } = context;
  const { properties, required = [] } = schema as { properties: Record<string, Schema>; required?: string[] };
  const path = prefix.slice(prefix.indexOf('.') + 1);
  return Object.entries(properties).flatMap(([name, property]) => {
    const items = property.items as Schema | undefined;
    return [
      {
        id: prefix + name,
        name: code(path + name),
        type: describeType(property, context),
        mark: !isComplete(schema) && required.includes(name) && t('필수', 'required'),
        text: inlineCode(textOf(name)[context.language]),
      },
      ...(items?.properties === undefined ? [] : listProperties(context, `${prefix}${name}[].`, items)),
    ];
  });
}

const TEXTS = { ...PROPERTY_TEXTS, ...STATE_FIELDS };
const textOf = (name: string) => TEXTS[name as keyof typeof TEXTS];
