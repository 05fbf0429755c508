import type { Locator, Page, Response } from 'playwright-core';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';

// Actions in the interactive reference, which Scalar renders.

export const keyField = (page: Page): Locator =>
  page.locator('#reference').getByRole('textbox', { name: 'API 키', exact: true });

export async function typeKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
}

/** Opens Scalar's dialog for one operation. Scalar renders an operation only once its link is clicked. */
export async function openClient(page: Page, id: OperationId): Promise<Locator> {
  const { ko, method, path } = OPERATIONS[id];
  await page.getByRole('link', { name: ko }).first().click();
  await page.getByRole('button', { name: `요청 보내 보기 (${method.toLowerCase()} ${path})` }).click();
  return page.getByRole('dialog', { name: '요청 창' });
}

export async function typeParameter(client: Locator, name: string, value: string): Promise<void> {
  const row = client.getByRole('row', { name: `요청에 ${name} 넣기` });
  await row.getByRole('combobox', { name: '값' }).fill(value);
}

export async function send(client: Locator, path: string): Promise<Response> {
  const response = client.page().waitForResponse((response) => response.url().includes(path));
  await client.getByRole('button', { name: /로 \w+ 요청 보내기$/ }).click();
  return response;
}
