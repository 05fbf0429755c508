import type { Locator, Page, Response } from 'playwright-core';
import type { AnyOperationId } from '../../server/docs-site/operation-details.ts';

// Actions in the forms of the reference.

export async function openForm(page: Page, id: AnyOperationId): Promise<Locator> {
  const form = page.locator(`.try[data-operation="${id}"]`);
  await form.locator('summary').click();
  return form;
}

export const typeKey = (form: Locator, key: string): Promise<void> => form.locator('[name="key"]').fill(key);

export async function send(form: Locator): Promise<Response> {
  const response = form.page().waitForResponse((response) => /\/(v1|beta)\//.test(response.url()));
  await form.locator('button', { hasText: /보내기|Send/ }).click();
  return response;
}
