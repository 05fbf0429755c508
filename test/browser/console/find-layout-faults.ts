import type { Page } from 'playwright-core';

/** A finger covers this many pixels. */
const TOUCH_TARGET = 44;

/**
 * What is wrong with the dialog that is open, or else with the whole page: a text that leaves its box, is cut, or overlaps
 * another; a number that is broken; a mark that leaves its row or its card; a value that its field does not hold; a page that scrolls
 * sideways; and with `touch`, a control that is too small. One sentence for each kind of element.
 */
export const findLayoutFaults = (page: Page, touch: boolean): Promise<string[]> =>
  page.evaluate(
    ({ minimum }) => {
      const ROUNDING = 1;
      /** Chromium draws the arrow of a select beside its text. */
      const SELECT_ARROW = 16;
      const faults = new Map<string, string>();
      interface Box {
        left: number;
        right: number;
        top: number;
        bottom: number;
      }
      const scope = document.querySelector('dialog[open]:last-of-type') ?? document.body;
      const styles = new Map<Element, CSSStyleDeclaration>();
      const styleOf = (element: Element) => {
        const style = styles.get(element) ?? getComputedStyle(element);
        styles.set(element, style);
        return style;
      };
      const boxes = new Map<Element, DOMRect>();
      const boxOf = (element: Element) => {
        const box = boxes.get(element) ?? element.getBoundingClientRect();
        boxes.set(element, box);
        return box;
      };
      const kindOf = (element: Element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`;
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
      const report = (element: Element, fault: string, detail = '') => {
        const key = `${kindOf(element)} ${fault}`;
        if (!faults.has(key)) faults.set(key, `${nameOf(element)} ${fault}${detail}`);
      };
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
      const lineages = new Map<Element, Element[]>();
      /** The element and those that it is in, from the inside out. */
      const lineageOf = (element: Element | null): Element[] => {
        if (element === null || element === document.documentElement) return [];
        const lineage = lineages.get(element) ?? [element, ...lineageOf(element.parentElement)];
        lineages.set(element, lineage);
        return lineage;
      };
      const isHiddenText = (element: Element | null) =>
        lineageOf(element).some((at) => styleOf(at).clipPath === 'inset(50%)');
      /** What floats over the page covers what is scrolled below it. */
      const layerOf = (element: Element | null) =>
        lineageOf(element).find((at) => ['fixed', 'sticky'].includes(styleOf(at).position));
      const isClipping = (element: Element) =>
        ![styleOf(element).overflowX, styleOf(element).overflowY].includes('visible') &&
        element !== document.body;
      const isPainted = ({ backgroundColor, borderLeftWidth }: CSSStyleDeclaration) =>
        backgroundColor !== 'rgba(0, 0, 0, 0)' || borderLeftWidth !== '0px';
      const isCard = (style: CSSStyleDeclaration) =>
        style.borderRadius !== '0px' && style.borderLeftWidth !== '0px' && style.borderTopWidth !== '0px';
      /** The part of a box that its scrolling ancestors show. */
      const clip = (box: Box, element: Element | null): Box => {
        let { left, right, top, bottom } = box;
        for (const at of lineageOf(element)) {
          if (!isClipping(at)) continue;
          const frame = boxOf(at);
          left = Math.max(left, frame.left);
          right = Math.min(right, frame.right);
          top = Math.max(top, frame.top);
          bottom = Math.min(bottom, frame.bottom);
        }
        return { left, right, top, bottom };
      };
      const isEmpty = ({ left, right, top, bottom }: Box) =>
        right - left < ROUNDING || bottom - top < ROUNDING;

      const checkLine = (line: Box, parent: Element) => {
        for (const at of lineageOf(parent)) {
          const style = styleOf(at);
          if (style.display.startsWith('inline') && !isPainted(style)) continue;
          if (style.display === 'contents') continue;
          const box = boxOf(at);
          const isAcross = Math.max(box.left - line.left, line.right - box.right);
          const isDown = isPainted(style) ? Math.max(box.top - line.top, line.bottom - box.bottom) : 0;
          if (isClipping(at)) {
            if (style.textOverflow === 'ellipsis' || ['auto', 'scroll'].includes(style.overflowX)) return;
            // A line that is hidden as a whole is left out on purpose.
            const isCut = line.top < box.bottom && line.bottom > box.bottom + ROUNDING;
            if (isAcross > ROUNDING || isCut) report(parent, 'is cut');
            return;
          }
          if (isAcross > ROUNDING || isDown > ROUNDING) {
            report(
              parent,
              `leaves ${at === parent ? 'its box' : at.tagName.toLowerCase()}`,
              `, by ${Math.max(isAcross, isDown)} px`,
            );
            return;
          }
          if (['absolute', 'fixed'].includes(style.position)) return;
        }
      };

      const lines: { box: Box; parent: Element; layer: Element | undefined; node: Node }[] = [];
      const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        const parent = node.parentElement as Element;
        if (node.data.trim() === '' || ['OPTION', 'NOSCRIPT', 'SCRIPT'].includes(parent.tagName)) continue;
        if (!isSeen(parent) || isHiddenText(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()];
        // The letters are lower than the box of their line, which may overlap the next.
        const height = Number.parseFloat(styleOf(parent).fontSize) * 0.7;
        const layer = layerOf(parent);
        for (const rect of rects) {
          const middle = (rect.top + rect.bottom) / 2;
          const line = {
            left: rect.left,
            right: rect.right,
            top: middle - height / 2,
            bottom: middle + height / 2,
          };
          const box = clip(line, parent);
          if (isEmpty(box)) continue;
          checkLine(line, parent);
          lines.push({ box, parent, layer, node });
        }
        if (rects.length > 1)
          for (const { 0: number, index } of node.data.matchAll(/\d[\d,]*/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + number.length);
            if (range.getClientRects().length > 1) report(parent, 'breaks a number', `, ${number}`);
          }
      }

      const isTextField = (element: Element): element is HTMLInputElement =>
        element.matches(
          'input:not([type=checkbox], [type=radio], [type=file], [type=datetime-local]), textarea',
        );
      for (const field of scope.querySelectorAll<HTMLInputElement>('input, textarea')) {
        if (!isTextField(field) || !isSeen(field) || styleOf(field).opacity === '0') continue;
        if (field.tagName === 'INPUT' && field.scrollWidth > field.clientWidth)
          report(field, 'cuts its value', ` “${field.value}”, ${field.scrollWidth} > ${field.clientWidth}`);
        const { paddingLeft, paddingRight } = styleOf(field);
        const { left, right, top, bottom } = boxOf(field);
        const box = clip(
          {
            left: left + Number.parseFloat(paddingLeft),
            right: right - Number.parseFloat(paddingRight),
            top,
            bottom,
          },
          field.parentElement,
        );
        if (!isEmpty(box)) lines.push({ box, parent: field, layer: layerOf(field), node: field });
      }
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      for (const field of scope.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
        if (!isSeen(field) || field.value !== '') continue;
        const { font, paddingLeft, paddingRight } = styleOf(field);
        canvas.font = font;
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const width = canvas.measureText(field.placeholder).width;
        if (width > room)
          report(field, 'cuts its placeholder', ` “${field.placeholder}”, ${width} > ${room}`);
      }
      for (const select of scope.querySelectorAll('select')) {
        if (!isSeen(select)) continue;
        const { font, paddingLeft, paddingRight } = styleOf(select);
        canvas.font = font;
        const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
        const room = select.clientWidth - padding - SELECT_ARROW;
        const width = canvas.measureText(select.selectedOptions[0]?.label ?? '').width;
        if (width > room)
          report(select, 'cuts its choice', ` “${select.selectedOptions[0]?.label}”, ${width} > ${room}`);
      }

      lines.sort((a, b) => a.box.top - b.box.top);
      for (const [place, { box, parent, layer, node }] of lines.entries())
        for (let at = place + 1; at < lines.length; at += 1) {
          const other = lines[at] as (typeof lines)[number];
          if (other.box.top > box.bottom - ROUNDING) break;
          if (other.node === node || other.layer !== layer) continue;
          if (other.box.left > box.right - ROUNDING || other.box.right < box.left + ROUNDING) continue;
          report(parent, `overlaps ${nameOf(other.parent)}`);
        }

      for (const mark of scope.querySelectorAll('*')) {
        if (mark.parentElement?.closest('svg') != null || !isSeen(mark)) continue;
        const style = styleOf(mark);
        if (!mark.matches('svg, img') && !isPainted(style)) continue;
        if (['fixed', 'sticky'].includes(style.position) || isHiddenText(mark)) continue;
        const box = boxOf(mark);
        for (const at of style.position === 'absolute' ? [] : lineageOf(mark.parentElement)) {
          const around = styleOf(at);
          if (isClipping(at) || isCard(around) || ['absolute', 'fixed', 'sticky'].includes(around.position))
            break;
          if (around.display === 'contents' || around.display.startsWith('inline')) continue;
          const beyond = Math.max(boxOf(at).left - box.left, box.right - boxOf(at).right);
          if (beyond > ROUNDING)
            report(mark, `leaves its row ${at.tagName.toLowerCase()}`, `, by ${beyond} px`);
        }
        for (const at of lineageOf(mark.parentElement)) {
          if (!scope.contains(at) || isClipping(at) || ['fixed', 'sticky'].includes(styleOf(at).position))
            break;
          if (!isCard(styleOf(at)) || isEmpty(box)) continue;
          const card = boxOf(at);
          const outside = Math.max(
            card.left - box.left,
            box.right - card.right,
            card.top - box.top,
            box.bottom - card.bottom,
          );
          if (outside > ROUNDING)
            report(mark, `leaves its card ${at.tagName.toLowerCase()}`, `, by ${outside} px`);
          break;
        }
      }

      if (minimum > 0)
        for (const control of scope.querySelectorAll(
          'a[href], button, input, select, textarea, summary, [tabindex="0"][role]',
        )) {
          if (!isSeen(control) || isHiddenText(control) || control.matches('[type=file]')) continue;
          const isInText =
            control.matches('p *, li > a') &&
            styleOf(control).display.startsWith('inline') &&
            !isPainted(styleOf(control));
          if (isInText || boxOf(control).bottom <= 0) continue;
          const label = control.closest('label');
          const { width, height } = boxOf(label ?? control);
          if (isEmpty(clip(boxOf(label ?? control), control.parentElement))) continue;
          if (height < minimum - ROUNDING) report(control, 'is too low for a finger', `, ${height} px`);
          if (width < minimum - ROUNDING) report(control, 'is too narrow for a finger', `, ${width} px`);
        }
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth)
        report(document.body, 'scrolls sideways', `, by ${scrollWidth - innerWidth} px`);
      return [...faults.values()];
    },
    { minimum: touch ? TOUCH_TARGET : 0 },
  );
