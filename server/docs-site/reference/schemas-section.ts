import { BETA_COMPONENTS } from '../../../contract/beta-schemas.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { COMPONENTS, PROPERTY_TEXTS, type Schema, splitLanguages } from '../../../contract/schemas.ts';
import { code, type Html, html, inlineCode, type Part } from '../../html/html.ts';
import type { GuideContext, Section } from '../guide/section.ts';
import { fieldList } from './field-list.ts';
import { describeType, hasStateFieldsAlone, nameOfRef, schemaLink } from './schema-type.ts';

/** Those of /beta come after those of /v1, which it has too. */
const ALL_COMPONENTS = { ...COMPONENTS, ...BETA_COMPONENTS };

export const schemas: Section = {
  id: 'schemas',
  title: { ko: '스키마', en: 'Schemas' },
  parts: Object.keys(ALL_COMPONENTS).map((name) => ({ id: `schema-${name}`, name })),
  body: (context) =>
    html`${Object.entries(ALL_COMPONENTS).map(([name, schema]) => schemaSection(context, name, schema))}`,
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
  } ${describeFewest(schema, t)}</p>
${fieldList(listProperties(context, `${name}.`, schema))}`;
}

const describeFewest = ({ minProperties }: Schema, t: GuideContext['t']): Part => {
  if (minProperties === 1) return t('필드가 하나 이상 있어야 합니다.', 'At least one property is required.');
  if (minProperties === 2)
    return t('필드가 두 개 이상 있어야 합니다.', 'At least two properties are required.');
  return undefined;
};

/** Whether every property is required, which one sentence says better than a mark at each. */
const isComplete = ({ properties, required }: Schema): boolean =>
  Object.keys(properties as object).length === (required as string[] | undefined)?.length;

/** The properties in the order of the schema, with those of objects in it, but for the state fields, which a link says. */
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
        text: inlineCode(textOf(name, property)[context.language]),
      },
      ...(items?.properties === undefined ? [] : listProperties(context, `${prefix}${name}[].`, items)),
      ...(property.properties === undefined || hasStateFieldsAlone(property)
        ? []
        : listProperties(context, `${prefix}${name}.`, property)),
    ];
  });
}

/** Below the text, a state field's description has its rules. */
const textOf = (name: string, { description }: Schema): Bilingual =>
  typeof description === 'string'
    ? splitLanguages(description.split('\n\n', 1)[0] as string)
    : PROPERTY_TEXTS[name as keyof typeof PROPERTY_TEXTS];
